import type { Native } from '../../../base/processes/native.ts';

/**
 * Returns a function that runs `use` while no other thread of LibreOffice runs, because each of them takes the solar
 * mutex first. LibreOffice's main thread processes idle tasks (layout, the state of invisible windows) whenever the
 * mutex is free, also between two calls of LibreOfficeKit. Process-wide state must be set and restored within one
 * `use`.
 *
 * @param library libmergedlo, which has started
 */
export function solarMutex(library: ReturnType<Native['load']>): <T>(use: () => T) => T {
  const acquire = library.func('void _ZN11Application17AcquireSolarMutexEj(uint32_t count)') as (
    count: number,
  ) => void;
  const release = library.func('uint32_t _ZN11Application17ReleaseSolarMutexEv()') as () => number;
  return (use) => {
    acquire(1);
    try {
      return use();
    } finally {
      release();
    }
  };
}
