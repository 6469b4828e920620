import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Runs the static checks: `npm run check`. The lanes run at the same time, because ESLint takes longer than all others
 * together. The first command that fails ends its lane; its output is printed.
 *
 *     node test/suites/check.ts [program of node_modules/.bin to run when the second lane has passed, and its arguments]
 */
const next = process.argv.slice(2);
const lanes = [
  [['eslint', '.', '--max-warnings', '0']],
  [
    ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/project.tsbuildinfo'],
    ['tsc', '-p', 'functions/docs/console'],
    ['prettier', '--check', '--cache', '.'],
    ['knip'],
    ...(next.length > 0 ? [next] : []),
  ],
];

const projectRoot = join(import.meta.dirname, '..', '..');

/** Resolves with whether the command succeeded. Only the output of `next` is printed as it comes. */
async function succeeds(command: readonly string[]): Promise<boolean> {
  const [name = '', ...args] = command;
  const started = performance.now();
  const output = command === next ? 'inherit' : 'pipe';
  const child = spawn(join(projectRoot, 'node_modules', '.bin', name), args, {
    cwd: projectRoot,
    stdio: ['ignore', output, output],
  });
  const [out, errors, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${[name, ...args].join(' ')}  (${seconds} s)`);
  if (code !== 0) console.log(out + errors);
  return code === 0;
}

const passed = await Promise.all(
  lanes.map(async (commands) => {
    for (const command of commands) if (!(await succeeds(command))) return false;
    return true;
  }),
);
if (passed.includes(false)) process.exitCode = 1;
