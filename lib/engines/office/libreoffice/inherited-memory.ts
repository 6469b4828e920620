import { readFileSync } from 'node:fs';
import type { Libc, Native } from '../../../base/processes/native.ts';
import type { ForkCalls } from './fork-calls.ts';
import { inheritedMemoryFilter, installFilter } from './seccomp.ts';

const MADV_DOFORK = 11;

/**
 * Makes forks of this process inherit all of its memory. V8 excludes its heap from forks (madvise, MADV_DONTFORK), and
 * a fork without it crashes. A filter prevents further exclusions, then those in force are lifted: lifting them before
 * each fork would miss memory that V8 allocates meanwhile. The process must have set no_new_privs before.
 *
 * @throws Error without seccomp
 */
export function inheritMemory(native: Native, libc: Libc, calls: Pick<ForkCalls, 'madvise'>): void {
  installFilter(native, libc, inheritedMemoryFilter());
  for (const { start, end } of excludedMappings(readFileSync('/proc/self/smaps', 'latin1'))) {
    if (calls.madvise(start, end - start, MADV_DOFORK) !== 0) throw new Error('madvise failed');
  }
  const [left] = excludedMappings(readFileSync('/proc/self/smaps', 'latin1'));
  if (left) throw new Error(`forks would not inherit the memory at ${left.start.toString(16)}`);
}

interface Mapping {
  start: bigint;
  end: bigint;
}

/** The mappings of a process that forks do not inherit (`dc`: do not copy), from its smaps (proc(5)). */
export function excludedMappings(smaps: string): Mapping[] {
  const excluded: Mapping[] = [];
  let current: Mapping | undefined;
  for (const line of smaps.split('\n')) {
    const [first = '', ...flags] = line.split(' ');
    const [start = '', end = ''] = first.split('-');
    if (end !== '') current = { start: BigInt(`0x${start}`), end: BigInt(`0x${end}`) };
    else if (first === 'VmFlags:' && current && flags.includes('dc') && !flags.includes('io')) {
      excluded.push(current);
    }
  }
  return excluded;
}
