import { setTimeout as sleep } from 'node:timers/promises';

const steps = 10;

/**
 * Whether a promise settles, either way, within a time limit. The wait is split into steps: when a process was frozen
 * meanwhile, as by Lambda between requests, only one step has elapsed on resume instead of the whole limit.
 */
export async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  for (let step = 0; step < steps; step += 1) {
    if (await Promise.race([settled, sleep(milliseconds / steps, false, { ref: false })])) return true;
  }
  return false;
}
