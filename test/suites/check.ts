import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Runs the static checks: `npm run check`. The lanes run at the same time, because ESLint takes as long as all others
 * together. The first command that fails ends its lane; its output is printed.
 */
const lanes = [
  [['eslint', '.', '--max-warnings', '0']],
  [
    ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/project.tsbuildinfo'],
    ['tsc', '-p', 'functions/docs/console'],
    ['prettier', '--check', '--cache', '.'],
    ['knip'],
  ],
];

/** MB. ESLint's typed rules keep the whole program, close to the 4 GB that are V8's default. */
const heap = 6144;

const projectRoot = join(import.meta.dirname, '..', '..');

/** Resolves with whether the command succeeded. */
async function succeeds([name = '', ...args]: readonly string[]): Promise<boolean> {
  const started = performance.now();
  const child = spawn(join(projectRoot, 'node_modules', '.bin', name), args, {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-old-space-size=${heap}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
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
