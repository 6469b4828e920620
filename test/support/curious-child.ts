import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';

/** A script that tries to read what its parent has, and prints what it gets, with its own limit for core dumps. */
export const curiousChild = `
  const fs = require('node:fs');
  for (const name of ['environ', 'maps', 'mem']) {
    try {
      const file = fs.openSync('/proc/' + process.ppid + '/' + name);
      console.log(name, name === 'mem' ? 'opened' : fs.readFileSync(file, 'latin1').slice(0, 4096));
    } catch (error) { console.log(name, error.code); }
  }
  console.log(/^Max core file size.*$/m.exec(fs.readFileSync('/proc/self/limits', 'latin1'))[0]);
`;

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

/** Options for a process that does not run as root, which may read everything. */
export const withoutRoot: { uid?: number; gid?: number } = isRoot ? { uid: nobody, gid: nobody } : {};

/** Whether a process that does not run as root can read a file. */
export function readableWithoutRoot(file: string): boolean {
  const script = `fs.accessSync(${JSON.stringify(file)}, ${constants.R_OK})`;
  return spawnSync(process.execPath, ['-e', script], withoutRoot).status === 0;
}

/** Starts a program with the highest soft limit for core dumps that is allowed, which tools often set to 0. */
export const withCoreDumps = (program: string, args: readonly string[]): [string, string[]] => [
  'sh',
  ['-c', 'ulimit -S -c "$(ulimit -H -c)"; exec "$0" "$@"', program, ...args],
];
