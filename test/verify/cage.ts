import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../cdk/build.ts';
import {
  type ContainerAccess,
  createContainerNetwork,
  removeContainerNetwork,
} from '../../cdk/container-access.ts';
import { startCagedStack } from './cage/caged-stack.ts';
import { checkCage } from './cage/check-cage.ts';
import { checkFigures, convertInRounds, convertOnce } from './cage/comparison.ts';
import type { Keep, Look } from './cage/conversions.ts';
import { makeCageImage } from './cage/image.ts';
import { oldKernelFilter } from './cage/old-kernel.ts';
import { Checks } from './checks.ts';
import { runningEngine, startEngine } from './docker-engine.ts';

const usage = `Converts with functions that have as little as on Lambda, and compares with the same ones without bounds.

  npm run suite -- verify:cage [--rounds 10] [--memory 3008,2048,1769] [--keep DIR] [--verbose]

--rounds   conversions of each kind
--memory   megabytes of each function, one run for each; the first once more with the system calls of the kernel 5.10
--keep     writes the first results of each run there
--verbose  prints what the functions log

Linux, as root: it mounts file systems, and starts a Docker engine of its own where none runs.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    memory: { type: 'string', default: '3008,2048,1769' },
    keep: { type: 'string' },
    verbose: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const checks = new Checks();
const kept = join(tmpdir(), 'file-conversion-verify');
const networkName = 'file-conversion-cage';

async function verify(access: ContainerAccess, folder: string): Promise<void> {
  await checks.that('a function in a cage finds what Lambda has, and nothing else', () =>
    checkCage(access, join(folder, 'probe'), console.log),
  );
  console.log('\nOutside of cages');
  const outside = await startCagedStack(join(folder, 'outside'));
  const expected = await convertOnce(outside.client, checks, keeper('outside')).finally(() => outside.stop());

  const systemCalls = join(folder, 'old-kernel.json');
  writeFileSync(systemCalls, JSON.stringify(oldKernelFilter));
  const sizes = values.memory.split(',').map(Number);
  const [first = 3008] = sizes;
  for (const memoryMegabytes of sizes)
    await convertInCages(`${memoryMegabytes} MB`, { memoryMegabytes, access, folder, expected });
  const setting = { memoryMegabytes: first, access, folder, expected, systemCalls };
  await convertInCages(`${first} MB, kernel 5.10`, setting);
}

interface Setting {
  memoryMegabytes: number;
  access: ContainerAccess;
  folder: string;
  expected: ReadonlyMap<string, Look[]>;
  systemCalls?: string;
}

async function convertInCages(title: string, setting: Setting): Promise<void> {
  console.log(`\nFunctions of ${title}`);
  const { folder, expected, ...rest } = setting;
  let confinement: string | undefined;
  const log = (line: string): void => {
    if (values.verbose) console.log(line);
    confinement ??= /"confinement":(\{[^}]*\})/.exec(line)?.[1];
  };
  // Not by its title: the engine takes no commas in paths.
  const stack = await startCagedStack(mkdtempSync(join(folder, 'run-')), { ...rest, log });
  try {
    await convertInRounds(Number(values.rounds), stack.client, checks, expected, keeper(title));
  } finally {
    await stack.stop();
  }
  for (const [name, caged] of stack.functions) await checkFigures(name, caged, checks);
  await checks.that('LibreOffice is confined as far as the kernel can', () => {
    const { calls, files } = JSON.parse(confinement ?? '{}') as Record<string, unknown>;
    // The old kernel has no Landlock.
    assert.deepEqual({ calls, files }, { calls: true, files: setting.systemCalls === undefined });
  });
}

function keeper(run: string): Keep | undefined {
  const { keep } = values;
  if (keep === undefined) return undefined;
  return (bytes, fileName) => {
    mkdirSync(join(keep, run), { recursive: true });
    writeFileSync(join(keep, run, fileName), bytes);
  };
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
    const files = await makeCageImage(join(kept, 'cage-image'), join(kept, 'runtime-client'));
    console.log(`In the image, besides AWS's runtime client:\n  ${files.join('\n  ')}`);
    const access = await createContainerNetwork({ name: networkName, internal: true });
    try {
      if (!access.isLocalAddress) throw new Error('The engine has its containers in another machine.');
      await verify(access, folder);
    } finally {
      await removeContainerNetwork(networkName);
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (!checks.finish()) process.exitCode = 1;
}
