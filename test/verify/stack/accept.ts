import type { Checks } from '../checks.ts';
import { CallTimes } from './call-times.ts';
import type { Feature } from './check.ts';
import { stackChecks } from './checks.ts';
import { runChecks } from './run-checks.ts';
import { Target, type TargetOptions } from './target.ts';

/**
 * Runs the checks of a deployed stack as part of another verification. A `no` fails it if clients rely on the check.
 *
 * @param without what the program that stands in for AWS does not have
 */
export async function acceptStack(
  options: Omit<TargetOptions, 'times'>,
  without: readonly Feature[],
  checks: Checks,
): Promise<void> {
  const target = new Target({ ...options, times: new CallTimes() });
  // Containers start, and unpack what they need, at the first call.
  const run = { without: new Set(without), budget: 900_000, patience: 180_000 };
  for (const { check, outcome, evidence } of await runChecks(stackChecks, target, run)) {
    if (outcome === 'not available') checks.skip(`${check.title}: ${evidence}`);
    else if (outcome === 'no' && !check.contract) checks.skip(`${check.title}: it is not so: ${evidence}`);
    else {
      await checks.that(check.title, () => {
        if (outcome === 'no') throw new Error(evidence);
      });
    }
  }
}
