/**
 * A process that confines itself as a LibreOffice host does, tries what a document taken over would try, and prints
 * what came of it. Arguments: koffi file, a folder to keep, a port, `free` to leave the confinement out.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { landlockVersion, restrictFiles } from '#lib/office/libreoffice/landlock.ts';
import { loadNative, openLibc } from '#lib/office/libreoffice/native.ts';
import { renouncePrivileges } from '#lib/office/libreoffice/process-control.ts';
import { installFilter } from '#lib/office/libreoffice/seccomp.ts';

const [koffiFile = '', folder = '', port = '', free] = process.argv.slice(2);
const native = loadNative(koffiFile);
const libc = openLibc(native);
const landlock = landlockVersion(libc) > 0;
if (free === undefined) {
  renouncePrivileges(native, libc);
  if (landlock) restrictFiles(native, libc, { readable: [], writable: [folder] });
  installFilter(native, libc);
}

function attempt(action: () => unknown): string {
  try {
    action();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const connected = await new Promise<string>((resolve) => {
  connect(Number(port), '127.0.0.1')
    .once('connect', function () {
      this.destroy();
      resolve('done');
    })
    .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
});

process.stdout.write(
  JSON.stringify({
    landlock,
    connect: connected,
    runProgram: (spawnSync('/bin/true').error as NodeJS.ErrnoException | undefined)?.code ?? 'done',
    signalParent: attempt(() => process.kill(process.ppid, 0)),
    signalItself: attempt(() => process.kill(process.pid, 0)),
    writeOwnFile: attempt(() => writeFileSync(join(folder, 'own'), 'text')),
    writeOtherFile: attempt(() => writeFileSync(`${folder}-other`, 'text')),
    readOtherFile: attempt(() => readFileSync('/etc/hostname')),
  }),
);
