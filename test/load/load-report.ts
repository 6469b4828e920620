import { quantile } from '../bench/statistics.ts';
import { countRows, machine, table } from '../chaos/report.ts';
import { canceledPart, type Load } from './load.ts';
import { type Course, memoryCourses } from './memory-course.ts';
import { localRunName, type Sample } from './process-samples.ts';

const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);

/** Responses that are valid when the service is overloaded. */
const rightfulOutcomes = /^(2\d\d|429|503)$/;

/** A process may take so much more in the end than when it was warm, for what it caches and has not collected. */
const allowedGrowth = { factor: 1.5, bytes: 100 * 1024 ** 2 };
const allowedDescriptors = 20;
/** Of the local run, for its pipes to a function's process and its connections with it. */
const descriptorsOfProcess = 8;

/** What must not be, in words. */
export function loadFaults(load: Load): string[] {
  const { timings, drainedAfter, messages, ends, after, before } = load;
  const wrong = countBy(
    timings.filter(({ outcome }) => !rightfulOutcomes.test(outcome)),
    ({ endpoint, outcome }) => `${endpoint}: ${outcome}`,
  );
  return [
    ...[...wrong].map(([what, count]) => `${count} × ${what}`),
    ...[...ends.keys()]
      .filter((end) => !['completed', 'failed: damaged-document', canceledPart].includes(end))
      .map((end) => `${ends.get(end)} jobs ended as ${end}`),
    ...(drainedAfter === undefined ? ['the queue did not drain'] : []),
    ...(messages > 0 ? [`${messages} messages are left`] : []),
    ...memoryCourses(load.samples)
      .filter(({ early, late }) => late > early * allowedGrowth.factor && late > early + allowedGrowth.bytes)
      .map(({ name, early, late }) => `${name} grew from ${megabytes(early)} to ${megabytes(late)} MiB`),
    ...leaks(before, after),
  ];
}

/** Per process, so that more environments than before are none. */
function leaks(before: readonly Sample[], after: readonly Sample[]): string[] {
  const most = (name: string, of: (sample: Sample) => number): number =>
    Math.max(0, ...before.filter((sample) => sample.name === name).map(of));
  return after.flatMap((sample) => {
    const { name, descriptors, engines, temporaryEntries } = sample;
    if (!before.some((each) => each.name === name)) return [];
    const more = name === localRunName ? descriptorsOfProcess * Math.max(0, after.length - before.length) : 0;
    return [
      descriptors > most(name, (each) => each.descriptors) + allowedDescriptors + more &&
        `${name} has ${descriptors} descriptors, before ${most(name, (each) => each.descriptors)}`,
      engines > most(name, (each) => each.engines) + 1 &&
        `${name} has ${engines} processes below it, before ${most(name, (each) => each.engines)}`,
      temporaryEntries > most(name, (each) => each.temporaryEntries) &&
        `${name} has ${temporaryEntries} entries in /tmp, before ${most(name, (each) => each.temporaryEntries)}`,
    ].filter((fault) => fault !== false);
  });
}

/** The load in Markdown. */
export function loadReport(load: Load, seed: number, faults: readonly string[]): string {
  const { held, offered, minutes, leftOut, timings, backlog, drainedAfter, before, after, samples, ends } =
    load;
  const byEndpoint = [...Map.groupBy(timings, ({ endpoint }) => endpoint)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const completed = timings.filter(({ outcome }) => outcome.startsWith('2')).length;
  return [
    '# Load',
    `${new Date().toISOString()}, ${machine()}`,
    `Seed ${seed}. With each client waiting for its response, the machine sustained ${held.toFixed(1)} requests a second; for ${minutes} minutes ` +
      `it was offered ${offered.toFixed(1)}. ${leftOut} of them were omitted, because too many were waiting; of ${timings.length} sent, ` +
      `${completed} succeeded, ${(completed / (minutes * 60)).toFixed(1)} per second. ${backlog} jobs were open at the end; ` +
      (drainedAfter === undefined
        ? 'they did not end.'
        : `they had ended ${drainedAfter.toFixed(0)} s later.`),
    `**${faults.length === 0 ? 'No deviation.' : 'Deviations:'}**`,
    ...(faults.length === 0 ? [] : [faults.map((fault) => `- ${fault}`).join('\n')]),
    '## Latency in milliseconds, including the wait for a process',
    table(
      ['request', 'sent', 'median', 'p95', 'p99', 'longest'],
      byEndpoint.map(([endpoint, own]) => {
        const times = own.map(({ milliseconds }) => milliseconds);
        return [
          endpoint,
          own.length,
          ...[0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(0)),
        ];
      }),
    ),
    '## Responses',
    table(
      ['request and response', 'times'],
      countRows(countBy(timings, ({ endpoint, outcome }) => `${endpoint}: ${outcome}`)),
    ),
    table(['jobs of the whole run', 'count'], countRows(ends)),
    '## Memory of processes by function (MiB; the slope of the steepest in the second half of its life, in MiB a minute)',
    table(
      ['function', 'processes', 'early', 'late', 'slope'],
      [...Map.groupBy(memoryCourses(samples), ({ name }) => name)].map(([name, own]) => {
        const most = (of: (course: Course) => number): number => Math.max(...own.map(of));
        return [
          name,
          own.length,
          megabytes(most(({ early }) => early)),
          megabytes(most(({ late }) => late)),
          (most(({ slope }) => slope) / 1024 ** 2).toFixed(1),
        ];
      }),
    ),
    ...(load.errors.size === 0
      ? []
      : [
          '## Errors in the logs of functions',
          table(['function and error', 'times'], countRows(load.errors)),
        ]),
    '## Idle resources, before and after',
    table(
      [
        'function',
        'processes',
        'descriptors at most',
        'processes below at most',
        'their memory (MiB)',
        'entries in /tmp at most',
      ],
      [...new Set([...before, ...after].map(({ name }) => name))].map((name) => {
        const pair = (of: (own: Sample[]) => number | string): string =>
          [before, after].map((all) => of(all.filter((sample) => sample.name === name))).join(' → ');
        const most = (of: (sample: Sample) => number) => pair((own) => Math.max(0, ...own.map(of)));
        return [
          name,
          pair((own) => own.length),
          most(({ descriptors }) => descriptors),
          most(({ engines }) => engines),
          pair((own) => megabytes(own.reduce((sum, { engineMemory }) => sum + engineMemory, 0))),
          most(({ temporaryEntries }) => temporaryEntries),
        ];
      }),
    ),
    '',
  ].join('\n\n');
}

function countBy<T>(values: readonly T[], name: (value: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(name(value), (counts.get(name(value)) ?? 0) + 1);
  return counts;
}
