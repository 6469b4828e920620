import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suites } from './suites.ts';

/**
 * Runs a suite with the arguments that follow its name, and exits with its code. Without a name, lists all suites.
 *
 *     npm run suite -- <name> [arguments of the suite]
 */
const projectRoot = join(import.meta.dirname, '..', '..');

function list(): void {
  console.log('npm run suite -- <name> [arguments]\n');
  const width = Math.max(...Object.keys(suites).map((name) => name.length));
  for (const [name, { description }] of Object.entries(suites)) {
    console.log(`  ${name.padEnd(width)}  ${description}`);
  }
}

/** Resolves with the exit code. Forwards SIGTERM, so that the suite can clean up. */
async function run(command: readonly string[], args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command, ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to the suite too.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  list();
} else if (!Object.hasOwn(suites, name)) {
  console.error(`No suite ${name} exists. List the suites with: npm run suite`);
  process.exitCode = 2;
} else {
  process.exitCode = await run(suites[name]?.command ?? [], args);
}
