/**
 * A process with a secret in its environment. A child of the same user tries to read the secret, and reads its own
 * limit for core dumps. Prints what the child reads. Arguments: koffi file; `open` to leave out the protection.
 */
import { spawnSync } from 'node:child_process';
import { hardenProcess } from '#lib/base/processes/process-control.ts';
import { curiousChild } from '../../../support/curious-child.ts';

const [koffiFile = '', open] = process.argv.slice(2);
if (open === undefined) hardenProcess(koffiFile);
process.stdout.write(spawnSync(process.execPath, ['-e', curiousChild], { env: {}, encoding: 'utf8' }).stdout);
