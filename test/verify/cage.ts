import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../cdk/build.ts';
import {
  type ContainerAccess,
  createContainerNetwork,
  removeContainerNetwork,
} from '../../cdk/container-access.ts';
import type { CageFigures } from './cage/cage.ts';
import { type CagedStack, startCagedStack } from './cage/caged-stack.ts';
import { conversions, convert, type Look } from './cage/conversions.ts';
import { makeCageImage } from './cage/image.ts';
import { Checks } from './checks.ts';
import { runningEngine, startEngine } from './docker-engine.ts';

const usage = `Converts with functions that have as little as on Lambda, and compares with the same ones without bounds.

  npm run verify:cage [-- --rounds 10] [--memory 3008,2048,1769] [--keep DIR] [--verbose]

--rounds   conversions of each kind
--memory   megabytes of each function, one run for each
--keep     writes the first results of each run there
--verbose  prints what the functions log

Linux, as root: it mounts file systems, and starts a Docker engine of its own where none runs.`;

/** Seconds that all cages stay frozen, before rounds: as long as connections that are kept open live, and longer. */
const longFreezes: Readonly<Record<number, number>> = { 2: 6, 4: 20, 7: 45 };

/** Milliseconds that Lambda gives a function to start before it begins anew, at the cost of an invocation's time. */
const longestStart = 10_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    memory: { type: 'string', default: '3008,2048,1769' },
    keep: { type: 'string' },
    verbose: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const rounds = Number(values.rounds);
const checks = new Checks();
const kept = join(tmpdir(), 'file-conversion-verify');
const names = Object.keys(conversions);

async function verify(access: ContainerAccess, folder: string): Promise<void> {
  const expected = await convertOutside(join(folder, 'outside'));
  for (const memoryMegabytes of values.memory.split(',').map(Number)) {
    console.log(`\nFunctions of ${memoryMegabytes} MB`);
    const log = values.verbose ? (line: string) => console.log(line) : noteConfinement;
    const stack = await startCagedStack(join(folder, String(memoryMegabytes)), {
      memoryMegabytes,
      access,
      log,
    });
    try {
      await convertInside(stack, expected, memoryMegabytes);
    } finally {
      await stack.stop();
    }
    for (const [name, { figures, invocations }] of stack.functions) {
      await checks.that(`${name} started once, in time, and nothing was killed for want of memory`, () => {
        const [only, ...further] = figures;
        assert.ok(only && invocations > 0, 'It was never started.');
        assert.equal(further.length, 0, `It ended and was started again, ${further.length} times.`);
        assert.equal(only.outOfMemoryKills, 0);
        assert.ok(only.coldStart < longestStart, `Its start took ${Math.round(only.coldStart)} ms.`);
        // Between one event and the next, and after the last.
        assert.equal(only.freezes, invocations);
        console.log(`         ${describe(only, invocations)}`);
      });
    }
  }
}

/** What the same bundles and layers make as processes of this machine. */
async function convertOutside(stateDirectory: string): Promise<Map<string, Look[]>> {
  console.log('\nOutside of cages');
  const stack = await startCagedStack(stateDirectory);
  const expected = new Map<string, Look[]>();
  try {
    for (const name of names) {
      await checks.that(name, async () =>
        expected.set(name, await convert(name, stack.client, keeper('outside'))),
      );
    }
  } finally {
    await stack.stop();
  }
  return expected;
}

async function convertInside(
  { client }: CagedStack,
  expected: ReadonlyMap<string, Look[]>,
  memoryMegabytes: number,
): Promise<void> {
  const failures = new Map<string, string[]>(names.map((name) => [name, []]));
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    await sleep((longFreezes[round] ?? 0) * 1000);
    const keep = round === 1 ? keeper(`${memoryMegabytes}-MB`) : undefined;
    for (const name of names) {
      const start = performance.now();
      try {
        assert.deepEqual(await convert(name, client, keep), expected.get(name));
      } catch (error) {
        failures.get(name)?.push(`round ${round}: ${(error as Error).message}`);
      }
      times.get(name)?.push(performance.now() - start);
    }
  }
  for (const name of names) {
    const [first = 0, ...further] = times.get(name) ?? [];
    const median = further.toSorted((a, b) => a - b)[Math.floor(further.length / 2)] ?? 0;
    const took = `first ${seconds(first)}, then ${seconds(median)} in the middle`;
    await checks.that(`${rounds} × ${name}, all as outside (${took})`, () => {
      assert.deepEqual(failures.get(name), []);
    });
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

const describe = (figures: CageFigures, invocations: number): string =>
  [
    `start ${seconds(figures.coldStart)}`,
    `${invocations} invocations`,
    `memory ${megabytes(figures.workingPeak)}, with pages of files ${megabytes(figures.memoryPeak)}`,
    `/tmp ${megabytes(figures.storagePeak)}`,
    `${figures.threadsPeak} threads`,
  ].join(', ');

function keeper(run: string): ((bytes: Uint8Array, fileName: string) => void) | undefined {
  const { keep } = values;
  if (keep === undefined) return undefined;
  return (bytes, fileName) => {
    mkdirSync(join(keep, run), { recursive: true });
    writeFileSync(join(keep, run, fileName), bytes);
  };
}

/** Says which limits the kernel took for LibreOffice. */
function noteConfinement(line: string): void {
  const [, confinement] = /"confinement":(\{[^}]*\})/.exec(line) ?? [];
  if (confinement) console.log(`  LibreOffice is confined by ${confinement}`);
}

if (values.help) {
  console.log(usage);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'file-conversion-cage-'));
  try {
    if (process.getuid?.() !== 0) throw new Error('Only root can mount file systems: run this as root.');
    await buildIfNeeded(console.log);
    await using engine = (await runningEngine()) ?? (await startEngine(join(kept, 'docker')));
    Object.assign(process.env, engine.environment);
    const files = await makeCageImage(join(kept, 'cage-image'), join(kept, 'runtime-client'), {});
    console.log(`In the image, besides AWS's runtime client:\n  ${files.join('\n  ')}`);
    const name = 'file-conversion-cage';
    const access = await createContainerNetwork({ name, internal: true });
    try {
      if (!access.isLocalAddress) throw new Error('The engine has its containers in another machine.');
      await verify(access, folder);
    } finally {
      await removeContainerNetwork(name);
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (!checks.finish()) process.exitCode = 1;
}
