import { getSystemErrorName } from 'node:util';
import type * as koffi from 'koffi';

/** The native part of the koffi module, the only part needed here. */
export type Native = typeof koffi;

/**
 * Loads koffi from its native file alone. The package's own loader searches for that file in its package folder, which
 * a bundle does not have.
 *
 * @param koffiFile `koffi.node` for this platform
 * @param stackSize bytes of stack for calls, a block that koffi allocates: 1 MiB by default, at most 16 MiB
 */
export function loadNative(koffiFile: string, stackSize?: number): Native {
  const module = { exports: {} };
  process.dlopen(module, koffiFile);
  const native = module.exports as Native;
  if (stackSize !== undefined) native.config({ sync_stack_size: stackSize });
  return native;
}

/** The argument for a C pointer to plain memory: bytes to read, or bytes to fill. */
type Memory = Uint8Array | BigUint64Array;

/** C library functions that Node.js does not offer. Each returns what the C function returns. */
export interface Libc {
  prctl(option: number, second: number, third: number, fourth: number, fifth: number): number;
  setrlimit(resource: number, limits: Memory): number;
  poll(descriptors: Memory, count: number, milliseconds: number): number;
  getppid(): number;
  /** Sends this process a signal. */
  raise(signal: number): number;
  /** Null restores the kernel's default action for the signal. Returns the previous handler. */
  signal(number: number, handler: null): unknown;
  /** A system call with up to three numbers or memory blocks as arguments. */
  syscall(
    number: number,
    ...args: readonly [SyscallArgument, SyscallArgument, SyscallArgument, number]
  ): number;
}

export type SyscallArgument = number | Memory | null;

/** Opens the C library that this process itself uses. */
export function openLibc(native: Native): Libc {
  const library = native.load(null);
  return {
    prctl: library.func('int prctl(int, ulong, ulong, ulong, ulong)'),
    setrlimit: library.func('int setrlimit(int, void *)'),
    poll: library.func('int poll(void *, ulong, int)'),
    getppid: library.func('int getppid()'),
    raise: library.func('int raise(int)'),
    signal: library.func('void *signal(int, void *)'),
    syscall: library.func('long syscall(long, void *, void *, void *, ulong)'),
  };
}

/** Returns the error of the last C function call, named after `errno`. */
export function systemError(native: Native, what: string): Error {
  return new Error(`${what} failed: ${getSystemErrorName(-native.errno())}`);
}
