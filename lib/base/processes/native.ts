import { getSystemErrorName } from 'node:util';
import type * as koffi from 'koffi';

/** The koffi module's native part, which is all of it that is needed here. */
export type Native = typeof koffi;

/**
 * Loads koffi from its native file alone. The package's own loader looks for that file in its package folder, which a
 * bundle does not have.
 *
 * @param koffiFile `koffi.node` for this platform
 * @param stackSize bytes of stack that calls get, a block that koffi makes for them: 1 MiB unless told, 16 MiB at most
 */
export function loadNative(koffiFile: string, stackSize?: number): Native {
  const module = { exports: {} };
  process.dlopen(module, koffiFile);
  const native = module.exports as Native;
  if (stackSize !== undefined) native.config({ sync_stack_size: stackSize });
  return native;
}

/** What stands for a C pointer to plain memory: bytes in, or bytes to be filled. */
type Memory = Uint8Array | BigUint64Array;

/** The C library's functions that Node does not offer. Each returns what the C function returns. */
export interface Libc {
  prctl(option: number, second: number, third: number, fourth: number, fifth: number): number;
  setrlimit(resource: number, limits: Memory): number;
  poll(descriptors: Memory, count: number, milliseconds: number): number;
  getppid(): number;
  /** With null what the kernel does by itself with the signal; answers what was done with it before. */
  signal(number: number, handler: null): unknown;
  /** A system call with up to three numbers or memory blocks as arguments. */
  syscall(
    number: number,
    ...args: readonly [SyscallArgument, SyscallArgument, SyscallArgument, number]
  ): number;
}

export type SyscallArgument = number | Memory | null;

/** The C library that this process itself uses, whichever one that is. */
export function openLibc(native: Native): Libc {
  const library = native.load(null);
  return {
    prctl: library.func('int prctl(int, ulong, ulong, ulong, ulong)'),
    setrlimit: library.func('int setrlimit(int, void *)'),
    poll: library.func('int poll(void *, ulong, int)'),
    getppid: library.func('int getppid()'),
    signal: library.func('void *signal(int, void *)'),
    syscall: library.func('long syscall(long, void *, void *, void *, ulong)'),
  };
}

/** The failure of the C function that was called last, named after `errno`. */
export function systemError(native: Native, what: string): Error {
  return new Error(`${what} failed: ${getSystemErrorName(-native.errno())}`);
}
