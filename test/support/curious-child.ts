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

/** Starts a program with the highest soft limit for core dumps that is allowed, which tools often set to 0. */
export const withCoreDumps = (program: string, args: readonly string[]): [string, string[]] => [
  'sh',
  ['-c', 'ulimit -S -c "$(ulimit -H -c)"; exec "$0" "$@"', program, ...args],
];
