/**
 * Renders pages in one renderer and checks that nothing grows: `node test/soak/renderer.ts [renderings]`, by default
 * 200. Fails when memory or open files exceed their values after the warm-up.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Renderer } from '#lib/engines/html/renderer.ts';
import {
  chromiumRoot,
  browserGroups,
  deadline,
  fontsConf,
  groupMembers,
  imageRequest,
  pdfRequest,
} from '../support/renderer.ts';
import { leftOut } from '../support/requirements.ts';

interface Sample {
  node: number;
  browser: number;
  files: number;
  browserFiles: number;
  processes: number;
}

const megabyte = 1e6;

const memory = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** What is in use when nothing is going on. */
async function sample(workDirectory: string): Promise<Sample> {
  await sleep(500);
  globalThis.gc?.();
  const pids = browserGroups(workDirectory).flatMap(groupMembers);
  const sum = (of: (pid: number) => number): number => pids.reduce((total, pid) => total + of(pid), 0);
  return {
    node: memory(process.pid) / megabyte,
    browser: sum(memory) / megabyte,
    files: openFiles(process.pid),
    browserFiles: sum(openFiles),
    processes: pids.length,
  };
}

const row = (index: number): string => `<tr><td>${index}</td><td>some text of row ${index}</td></tr>`;
const table = (rows: number): string =>
  `<title>Soak</title><table>${Array.from({ length: rows }, (_, index) => row(index)).join('')}</table>`;

async function soak(count: number): Promise<boolean> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'soak-'));
  const renderer = new Renderer({ chromiumRoot, fontsConf, workDirectory, maximumUses: count + 1 });
  await renderer.warmUp();
  const samples: Sample[] = [];
  let times: number[] = [];
  try {
    for (let index = 1; index <= count; index += 1) {
      const start = performance.now();
      const html = table(20 + (index % 7) * 30);
      await renderer.render(index % 4 === 0 ? imageRequest(html) : pdfRequest(html), deadline());
      times.push(performance.now() - start);
      if (index % Math.ceil(count / 8) !== 0) continue;
      const now = await sample(workDirectory);
      samples.push(now);
      const numbers = Object.entries(now).map(([name, value]) => `${name} ${Math.round(Number(value))}`);
      const sorted = times.toSorted((one, other) => one - other);
      times = [];
      const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
      console.log(`${index} renderings, median ${median.toFixed(0)} ms: ${numbers.join(', ')}`);
    }
  } finally {
    await renderer.close();
    await rm(workDirectory, { recursive: true, force: true });
  }
  const [, warm] = samples;
  const last = samples.at(-1);
  if (!warm || !last) throw new Error('Too few renderings to measure growth.');
  const grown = [
    last.node > warm.node * 1.3 + 20 && 'memory of this process',
    last.browser > warm.browser * 1.3 + 20 && "memory of the browser's processes",
    last.files > warm.files + 5 && 'open files of this process',
    last.browserFiles > warm.browserFiles + 15 && "open files of the browser's processes",
    last.processes > warm.processes + 1 && 'processes',
  ].filter((name) => name !== false);
  console.log(grown.length === 0 ? 'Nothing grows.' : `Growing: ${grown.join('; ')}.`);
  return grown.length === 0;
}

if (leftOut('chromium')) throw new Error('This suite needs Chromium, which needs Linux on x86-64.');
if (!(await soak(Number(process.argv[2] ?? 200)))) process.exitCode = 1;
