/**
 * A process with something in its environment, and a child of the same user that would read it. Prints what the child
 * got. Arguments: koffi file, `open` to leave the protection out.
 */
import { spawnSync } from 'node:child_process';
import { makeUndumpable } from '#lib/office/libreoffice/process-control.ts';

const [koffiFile = '', open] = process.argv.slice(2);
if (open === undefined) makeUndumpable(koffiFile);

const script = `
  const fs = require('node:fs');
  for (const name of ['environ', 'maps']) {
    try { console.log(fs.readFileSync('/proc/' + process.ppid + '/' + name, 'latin1').slice(0, 4096)); }
    catch (error) { console.log(error.code); }
  }
`;
process.stdout.write(spawnSync(process.execPath, ['-e', script], { env: {}, encoding: 'utf8' }).stdout);
