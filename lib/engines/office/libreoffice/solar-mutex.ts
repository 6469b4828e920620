import type { Native } from '../../../base/processes/native.ts';

/**
 * Returns a function that runs `use` while no other thread of LibreOffice runs: each of them takes the solar mutex
 * first. LibreOffice's main thread works off idle tasks (layout, the state of windows that nobody sees) whenever nobody
 * holds it, also between two calls of LibreOfficeKit. What is set for the whole process has to be set and
 * taken back within one `use`.
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
