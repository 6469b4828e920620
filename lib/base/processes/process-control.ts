import { constants } from 'node:os';
import { loadNative, openLibc, systemError, type Libc, type Native } from './native.ts';

// linux/prctl.h
const PR_SET_PDEATHSIG = 1;
const PR_GET_DUMPABLE = 3;
const PR_SET_DUMPABLE = 4;
const PR_SET_NO_NEW_PRIVS = 38;
const SIGKILL = 9;

/** `RLIMIT_*` of asm-generic/resource.h. */
export const resources = { fileSize: 1, core: 4 } as const;

/**
 * Hardens the process that starts an engine against the engine's own processes, which run as the same user:
 *
 * - Its memory and environment are hidden: `/proc/<pid>/environ`, `mem` and `maps` belong to root, and no process may
 *   attach to it (prctl(2), PR_SET_DUMPABLE). From then on, this process cannot read its own `/proc/self/environ` or
 *   list `/proc/self/fd` either, unless it is root.
 * - Neither it nor any process that it starts dumps core. A dump contains the memory, and can fill `/tmp`.
 *
 * Call it once, before the engine starts: a child inherits the limit, but needs its own call to be hidden.
 *
 * @throws Error when the kernel rejects the change
 */
export function hardenProcess(koffiFile: string): void {
  const native = loadNative(koffiFile);
  const libc = openLibc(native);
  limitResource(native, libc, resources.core, 0);
  setUndumpable(native, libc);
}

export function setUndumpable(native: Native, libc: Libc): void {
  if (libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) !== 0 || libc.prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) !== 0) {
    throw systemError(native, 'prctl(PR_SET_DUMPABLE)');
  }
}

/**
 * Makes the kernel kill this process when its parent ends, however it ends: a process that is busy in native code does
 * not notice a closed pipe. Strictly, the parent is the thread that called spawn.
 */
export function dieWithParent(native: Native, libc: Libc, parent: number): void {
  if (libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) !== 0)
    throw systemError(native, 'prctl(PR_SET_PDEATHSIG)');
  // The parent may have ended before the call took effect. (`process.pid` is another process's after a fork.)
  if (libc.getppid() !== parent) libc.raise(SIGKILL);
}

/**
 * Prevents every process started from here from gaining privileges. The kernel requires it before it accepts a filter.
 */
export function renouncePrivileges(native: Native, libc: Libc): void {
  if (libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) !== 0)
    throw systemError(native, 'prctl(PR_SET_NO_NEW_PRIVS)');
}

/** Sets a resource's soft and hard limit, in its own unit (bytes for both of `resources`). */
export function limitResource(native: Native, libc: Libc, resource: number, limit: number): void {
  const limits = BigUint64Array.of(BigInt(limit), BigInt(limit));
  if (libc.setrlimit(resource, limits) !== 0) throw systemError(native, 'setrlimit');
}

/** Signals that a processor or the C library sends when a program crashes. */
const faults = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/**
 * Makes a crash end this process at once, instead of its own signal handlers. LibreOffice's handlers allocate memory:
 * after a crash in the allocator, they would hang forever.
 */
export function endByFaults(libc: Libc): void {
  for (const fault of faults) libc.signal(constants.signals[fault], null);
}
