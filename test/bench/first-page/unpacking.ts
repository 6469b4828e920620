import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromiumRoot } from '../contestants/gotenberg.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const unpacker = pathToFileURL(join(project, 'lib', 'engines', 'html', 'chromium', 'packed-browser.ts')).href;

/** Milliseconds until Chromium's program is there: of the service's layer, and of @sparticuz/chromium as it comes. */
export interface Unpacking {
  layer: number[];
  package: number[];
}

/** Scripts for a process of their own; TMPDIR is an empty folder, and their time runs from `start()`. */
const scripts: Record<keyof Unpacking, string> = {
  layer: `
    const { unpackBrowser } = await import(${JSON.stringify(unpacker)});
    start();
    await unpackBrowser(${JSON.stringify(chromiumRoot)}, process.env.TMPDIR, process.env.TMPDIR);`,
  package: `
    const { default: chromium } = await import('@sparticuz/chromium');
    start();
    await chromium.executablePath();`,
};

/** @param folder on the disk that it is unpacked to */
export async function measureUnpacking(folder: string, runs: number): Promise<Unpacking> {
  const unpacking: Unpacking = { layer: [], package: [] };
  // The first round reads the packed files into the page cache.
  for (let run = -1; run < runs; run += 1) {
    for (const way of ['layer', 'package'] as const) {
      const time = await unpackOnce(folder, scripts[way]);
      if (run >= 0) unpacking[way].push(time);
    }
  }
  return unpacking;
}

async function unpackOnce(folder: string, script: string): Promise<number> {
  const target = await mkdtemp(join(folder, 'unpack-'));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval'],
        `let begun; const start = () => { begun = performance.now(); }; ${script}
        console.log(performance.now() - begun);`,
      ],
      // As on Lambda, where the package also unpacks the libraries that Chromium needs.
      { cwd: project, env: { ...process.env, TMPDIR: target, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' } },
    );
    return Number(stdout);
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}
