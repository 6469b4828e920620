import { type Check, type CheckResult, type Feature, NotAvailable, type Outcome } from './check.ts';
import { redacted } from './redacted.ts';
import type { Target } from './target.ts';

export interface RunOptions {
  /** What the stack lacks. */
  without?: ReadonlySet<Feature>;
  /** Milliseconds for all checks. The rest is then not available. */
  budget: number;
  /** Milliseconds for one check. */
  patience: number;
  /** Called with each result. */
  onResult?: (result: CheckResult) => void;
}

/** Runs checks one after another. Never rejects: an error is the outcome of its check. */
export async function runChecks(
  checks: readonly Check[],
  target: Target,
  { without = new Set(), budget, patience, onResult }: RunOptions,
): Promise<CheckResult[]> {
  const end = performance.now() + budget;
  const results: CheckResult[] = [];
  for (const check of checks) {
    const start = performance.now();
    const left = Math.floor(Math.min(patience, end - start));
    const found = await outcomeOf(check, target, { without, left });
    const { run: _, ...described } = check;
    const seconds = (performance.now() - start) / 1000;
    const result = { check: described, ...found, seconds };
    results.push(result);
    onResult?.(result);
  }
  return results;
}

async function outcomeOf(
  check: Check,
  target: Target,
  { without, left }: { without: ReadonlySet<Feature>; left: number },
): Promise<{ outcome: Outcome; evidence: string }> {
  const lacking = check.needs?.find((feature) => without.has(feature));
  if (lacking) return { outcome: 'not available', evidence: `The stack is without ${lacking}.` };
  if (left <= 0) return { outcome: 'not available', evidence: 'The time for all checks is up.' };
  const signal = AbortSignal.timeout(left);
  try {
    const evidence = redacted(await check.run(target.within(signal)));
    // The first call of an operation can be a cold start. The times have a second one.
    if (check.operation) await check.run(target.within(signal));
    return { outcome: 'yes', evidence };
  } catch (error) {
    const evidence = redacted(error instanceof Error ? error.message : String(error));
    if (error instanceof NotAvailable) return { outcome: 'not available', evidence };
    if (!signal.aborted) return { outcome: 'no', evidence };
    return { outcome: 'no', evidence: `Not done within ${Math.round(left / 1000)} s. ${evidence}` };
  }
}
