import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalRun } from '../support/local-run.ts';
import { FunctionWatch } from './function-watch.ts';
import { printHead, printRow, type Row } from './report.ts';
import { makeProofs, type Proof } from './proofs.ts';
import { Service } from './service.ts';

const usage = `Sends large inputs through a local run of its own, looks into the results, and prints what they took.

  npm run suite -- large [merge pptx]

Names choose among the proofs. Needs Linux, the layers, 3 GB of memory and 2 GB on the disk.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'file-conversion-large-'));
  try {
    await using stack = new AsyncDisposableStack();
    const run = await startLocalRun(join(folder, 'state'));
    stack.defer(async () => {
      await run.stop();
    });
    const proofs = makeProofs(folder, new Service(run.stack)).filter(
      ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
    );
    printHead();
    for (const proof of proofs) {
      const row = await prove(proof, run.process.pid ?? 0);
      printRow(row);
      if (row.fault !== undefined) process.exitCode = 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function prove({ name, functionName, prepare }: Proof, run: number): Promise<Row> {
  const { files, convert } = await prepare();
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const watch = new FunctionWatch(run, functionName);
  const start = performance.now();
  const outcome = await convert().then(
    (check) => ({ check }),
    (fault: unknown) => ({ fault }),
  );
  const seconds = (performance.now() - start) / 1000;
  const use = watch.stop();
  const row = { name, functionName, inputBytes: sizes.reduce((sum, size) => sum + size, 0), seconds, use };
  if ('fault' in outcome) return { ...row, fault: String(outcome.fault) };
  try {
    await outcome.check();
  } catch (error) {
    return { ...row, fault: String(error) };
  }
  await Promise.all(files.map((file) => rm(file)));
  return row;
}

await main();
