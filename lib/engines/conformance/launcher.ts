import { writeSync } from 'node:fs';
import { confine } from '../../base/processes/confinement/confine.ts';
import { filterFor } from '../../base/processes/confinement/seccomp.ts';
import { loadNative, openLibc } from '../../base/processes/native.ts';
import { dieWithParent } from '../../base/processes/process-control.ts';
import { type LaunchSettings, launchMessage } from './launch-settings.ts';

/**
 * The program that becomes veraPDF's Java: it gives up the rights that validating a file does not need, and replaces
 * itself. Java starts threads before any code of its own runs, and the kernel does not restrict running threads. Its
 * only argument is `LaunchSettings`.
 */
const settings = JSON.parse(process.argv[2] ?? '') as LaunchSettings;
const native = loadNative(settings.koffiFile);
const libc = openLibc(native);
dieWithParent(native, libc, settings.parent);
const { program, readable, writable, maximumFileBytes } = settings;
const confinement = confine(native, libc, {
  paths: { executable: [program], readable, writable },
  // What it may run is up to Landlock: Java's loader. Another program would be as confined.
  filter: filterFor(process.pid, { mayReplaceProgram: true }),
  maximumFileBytes,
});
writeSync(1, launchMessage(confinement));
if (!process.execve) throw new Error('Node.js cannot replace itself on this platform');
process.execve(program, [program, ...settings.args], settings.environment);
