import { table } from '../../chaos/report.ts';
import type { OperationTimes } from './call-times.ts';
import type { CheckResult, Outcome } from './check.ts';
import type { FunctionFigures } from './function-figures.ts';
import type { UnconfirmedItem } from './unconfirmed.ts';

export interface ReportParts {
  baseUrl: string;
  /** What the target is: a stack on AWS, the local run. */
  target: string;
  isAws: boolean;
  startedAt: Date;
  seconds: number;
  results: readonly CheckResult[];
  items: readonly UnconfirmedItem[];
  times: readonly OperationTimes[];
  figures: readonly FunctionFigures[];
}

/** Returns whether the stack does what clients rely on, as far as it was checked. */
export const keepsContract = (results: readonly CheckResult[]): boolean =>
  !results.some(({ check, outcome }) => check.contract && outcome === 'no');

/** Different pieces of evidence that the row of an item quotes. */
const mostShown = 3;

/** The outcome for an item: `no` if one of its checks says so, `yes` if another does, else `not available`. */
export function itemOutcome(
  { id }: UnconfirmedItem,
  results: readonly CheckResult[],
): { outcome: Outcome; evidence: string } {
  const own = results.filter(({ check }) => check.covers?.includes(id));
  const outcome = (['no', 'yes'] as const).find((each) => own.some((result) => result.outcome === each));
  const deciding = own.filter((result) => result.outcome === (outcome ?? 'not available'));
  const evidence = [...new Set(deciding.map((result) => result.evidence))];
  return {
    outcome: outcome ?? 'not available',
    evidence: evidence.length > mostShown ? `${deciding.length} checks` : evidence.join('; '),
  };
}

/** Text as a cell of a table, without HTML. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const whole = (value: number | undefined): string => (value === undefined ? '–' : String(Math.round(value)));

/** Returns the report in Markdown. It contains no secret, and can be filed as a public issue. */
export function reportOf({ results, items, times, figures, ...run }: ReportParts): string {
  const counts = (['yes', 'no', 'not available'] as const).map(
    (outcome) => `${results.filter((result) => result.outcome === outcome).length} ${outcome}`,
  );
  const broken = results.filter(({ check, outcome }) => check.contract && outcome === 'no');
  return (
    [
      `# Acceptance of ${run.baseUrl}`,
      `${run.target}, ${run.startedAt.toISOString()}, ${Math.round(run.seconds)} seconds. Checks: ${counts.join(', ')}.`,
      keepsContract(results)
        ? 'The contract is kept.'
        : `**The contract is broken:** ${broken.map(({ check }) => check.title).join('; ')}.`,
      ...(run.isAws ? [] : ['This is not a stack on AWS: the outcomes confirm nothing there.']),
      '## Not confirmed on AWS',
      table(
        ['item', 'statement', 'outcome', 'seen'],
        items.map((item) => {
          const { outcome, evidence } = itemOutcome(item, results);
          return [`\`${item.id}\``, cell(item.statement), outcome, cell(evidence)];
        }),
      ),
      '## Checks',
      table(
        ['check', 'contract', 'outcome', 'seen', 'seconds'],
        results.map(({ check, outcome, evidence, seconds }) => [
          cell(check.title),
          check.contract ? 'yes' : 'no',
          outcome,
          cell(evidence),
          seconds.toFixed(1),
        ]),
      ),
      '## Times',
      'Milliseconds from a request to the headers of its response, as the client saw them; for a job, its time in the worker. Whether a first call was a cold start is in the logs only.',
      table(
        ['operation', 'calls', 'first', 'later, median'],
        times.map(({ operation, calls, first, later }) => [operation, calls, whole(first), whole(later)]),
      ),
      ...(figures.length === 0
        ? []
        : [
            '## Functions',
            table(
              ['function', 'invocations', 'cold starts', 'slowest initialization, ms', 'memory, MB'],
              figures.map(({ name, invocations, coldStarts, initialization, memory }) => [
                name,
                invocations,
                coldStarts,
                whole(initialization),
                memory ? `${memory.least} – ${memory.most} of ${memory.size}` : '–',
              ]),
            ),
          ]),
    ].join('\n\n') + '\n'
  );
}
