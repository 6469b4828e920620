import { readFileSync } from 'node:fs';
import type { Libc, Native } from '../../../base/processes/native.ts';
import type { ForkCalls } from './fork-calls.ts';
import { inheritedMemoryFilter, installFilter } from '../../../base/processes/confinement/seccomp.ts';

const MADV_DONTFORK = 10;
const MADV_DOFORK = 11;

/**
 * Makes forks of this process inherit all of its private memory, and none that it would share with them.
 *
 * V8 excludes its heap from forks (madvise, MADV_DONTFORK), and a fork without it crashes. A filter prevents further
 * exclusions, then those in force are lifted: lifting them before each fork would miss memory that V8 allocates
 * meanwhile. Shared memory is that of the event loop's rings (io_uring). The process must have set no_new_privs before.
 *
 * @throws Error without seccomp
 */
export function inheritMemory(native: Native, libc: Libc, calls: Pick<ForkCalls, 'madvise'>): void {
  const advise = ({ start, end }: Mapping, advice: number): void => {
    if (calls.madvise(start, end - start, advice) !== 0) throw new Error('madvise failed');
  };
  for (const mapping of mappings()) if (mapping.isShared) advise(mapping, MADV_DONTFORK);
  installFilter(native, libc, inheritedMemoryFilter());
  const excluded = (): Mapping[] => mappings().filter(({ isShared, isExcluded }) => isExcluded && !isShared);
  for (const mapping of excluded()) advise(mapping, MADV_DOFORK);
  const [left] = excluded();
  if (left) throw new Error(`forks would not inherit the memory at ${left.start.toString(16)}`);
}

const mappings = (): Mapping[] => parseMappings(readFileSync('/proc/self/smaps', 'latin1'));

interface Mapping {
  start: bigint;
  end: bigint;
  /** Whether a fork that inherits it could write to it. */
  isShared: boolean;
  /** Whether forks do not inherit it (`dc`: do not copy). */
  isExcluded: boolean;
}

/** The mappings of a process in its smaps (proc(5)), except the kernel's own. */
export function parseMappings(smaps: string): Mapping[] {
  const found: Mapping[] = [];
  let current: Omit<Mapping, 'isExcluded'> | undefined;
  for (const line of smaps.split('\n')) {
    const [first = '', ...rest] = line.split(' ');
    const [start = '', end = ''] = first.split('-');
    if (end !== '') {
      const isShared = /^.w.s$/.test(rest[0] ?? '');
      current = { start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), isShared };
    } else if (first === 'VmFlags:' && current) {
      // Private memory of a device: the kernel's clock ([vvar]).
      const isKernels = rest.includes('io') && !current.isShared;
      if (!isKernels) found.push({ ...current, isExcluded: rest.includes('dc') });
    }
  }
  return found;
}
