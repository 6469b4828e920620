import { constants } from 'node:os';
import type { Native } from '../../../base/processes/native.ts';

/** C library functions for a process that forks. Each returns what the C function returns. */
export interface ForkCalls {
  fork(): number;
  getpid(): number;
  setpgid(pid: number, group: number): number;
  kill(pid: number, signal: number): number;
  wait4(pid: number, status: Buffer, options: number, usage: null): number;
  /** Ends the process at once, without destructors. */
  _exit(code: number): never;
  dup2(from: number, to: number): number;
  close(descriptor: number): number;
  setenv(name: string, value: string, replace: 1): number;
  madvise(address: bigint, length: bigint, advice: number): number;
  pidfdOpen(pid: number): number;
  /** Opens a pipe: stores the descriptors of its ends, for reading and for writing, in `ends`. */
  pipe2(ends: Buffer, flags: number): number;
}

const SYS_pidfd_open = 434;

/** Opens these functions in the C library that this process itself uses. */
export function openForkCalls(native: Native): ForkCalls {
  const library = native.load(null);
  const exit = library.func('void _exit(int)') as (code: number) => void;
  const call = library.func('long syscall(long, long, long)') as (
    number: number,
    pid: number,
    flags: number,
  ) => number;
  return {
    fork: library.func('int fork()'),
    getpid: library.func('int getpid()'),
    setpgid: library.func('int setpgid(int, int)'),
    kill: library.func('int kill(int, int)'),
    wait4: library.func('int wait4(int, void *, int, void *)'),
    _exit: (code) => {
      exit(code);
      throw new Error('_exit returned');
    },
    dup2: library.func('int dup2(int, int)'),
    close: library.func('int close(int)'),
    setenv: library.func('int setenv(str, str, int)'),
    madvise: library.func('int madvise(uint64_t, uint64_t, int)'),
    pipe2: library.func('int pipe2(void *, int)'),
    pidfdOpen: (pid) => call(SYS_pidfd_open, pid, 0),
  };
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** Describes a status of wait4: the name of the signal that ended the process, or its exit code. */
export function describeStatus(status: number): string {
  const signal = status & 0x7f;
  return signal === 0 ? `exit code ${status >> 8}` : (signalNames.get(signal) ?? `signal ${signal}`);
}
