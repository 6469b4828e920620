/**
 * A process that confines itself like a LibreOffice host, attempts what a compromised one would, and prints the
 * outcomes. Arguments: koffi file, a folder to keep, a port, `free` to skip the confinement.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { landlockVersion, restrictFiles } from '#lib/base/processes/confinement/landlock.ts';
import { loadNative, openLibc } from '#lib/base/processes/native.ts';
import { renouncePrivileges } from '#lib/base/processes/process-control.ts';
import { installFilter } from '#lib/base/processes/confinement/seccomp.ts';

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

/** Connects through the C library: Node needs the event loop for it, and therefore io_uring. */
function connect(): string {
  const library = native.load(null);
  const open = library.func('int socket(int, int, int)') as (...args: number[]) => number;
  const reach = library.func('int connect(int, void *, int)') as (
    socket: number,
    address: Buffer,
    length: number,
  ) => number;
  const AF_INET = 2;
  const SOCK_STREAM = 1;
  // struct sockaddr_in: family, port in network order, address.
  const address = Buffer.alloc(16);
  address.writeUInt16LE(AF_INET, 0);
  address.writeUInt16BE(Number(port), 2);
  address.set([127, 0, 0, 1], 4);
  const socket = open(AF_INET, SOCK_STREAM, 0);
  if (socket >= 0 && reach(socket, address, address.length) === 0) return 'done';
  return getSystemErrorName(-native.errno());
}

writeSync(
  1,
  JSON.stringify({
    landlock,
    connect: connect(),
    runProgram: (spawnSync('/bin/true').error as NodeJS.ErrnoException | undefined)?.code ?? 'done',
    signalParent: attempt(() => process.kill(process.ppid, 0)),
    signalItself: attempt(() => process.kill(process.pid, 0)),
    writeOwnFile: attempt(() => writeFileSync(join(folder, 'own'), 'text')),
    writeOtherFile: attempt(() => writeFileSync(`${folder}-other`, 'text')),
    readOtherFile: attempt(() => readFileSync('/etc/hostname')),
  }),
);
// The event loop does not work in a process that has given up io_uring.
process.kill(process.pid, 'SIGKILL');
