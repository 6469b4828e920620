import { setTimeout as sleep } from 'node:timers/promises';

const steps = 10;

/**
 * Whether a promise settles, either way, within a time. The time is waited in steps: a process that was frozen
 * meanwhile, as Lambda does between requests, finds one step passed when it goes on and not all of them.
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
