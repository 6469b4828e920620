import { jobQueueNames } from '#lib/jobs/job-queue.ts';
import type { Campaign } from './campaign.ts';
import { countRows, machine, table } from './report.ts';

/** The number of deviations that are printed with their history. */
const printedDeviations = 20;
/** The maximum number of lines of a history. */
const printedLines = 60;

/** A campaign in Markdown. */
export function chaosReport(campaign: Campaign): string {
  const { minutes, seed, clients, settledAfter, traffic, saboteur, proxies, hooks, free, jobs } = campaign;
  const { objects, deviations, journal } = campaign;
  const byStatus = countBy(jobs.map(({ status, error }) => (error ? `${status}: ${error.code}` : status)));
  const byAttempts = countBy(jobs.map(({ attempts }) => String(attempts)));
  const accepted = traffic.placed.filter((placed) => placed.accepted.length > 0);
  const webhooks = jobs.filter(({ webhook }) => webhook);
  const arrivals = [...hooks.arrivals.values()].flat().length;
  const orphans = orphanCount(campaign);
  const faults = Object.entries(proxies).flatMap(([store, { counts }]) =>
    countRows(counts).map(([kind, count]) => [store, kind, count] as const),
  );
  return [
    '# Chaos',
    `${new Date().toISOString()}, ${machine()}`,
    `Seed ${seed}, ${minutes} minutes, ${clients} clients. ` +
      (settledAfter === undefined
        ? 'The service did not settle.'
        : `The service settled ${settledAfter.toFixed(0)} s after the last fault.`),
    `**${deviations.length === 0 ? 'No deviation.' : `${deviations.length} deviations.`}**`,
    table(
      ['what', 'count'],
      [
        ['requests, without retries', traffic.placed.length],
        ['accepted requests', accepted.length],
        ['deleted by the client', accepted.filter(({ withdrawal }) => withdrawal === 'confirmed').length],
        ['files uploaded beforehand', traffic.uploadIds.size],
        ['jobs in the table', jobs.length],
        ['webhooks requested', webhooks.length],
        ['webhooks received, with retries', arrivals],
        ['requests with `deliverTo` whose results arrived', campaign.drops.acknowledged.size],
        [
          'requests of the Free key that were accepted',
          [...free.passed.values()].reduce((sum, count) => sum + count, 0),
        ],
        ['requests of the Free key that were rejected', free.rejected],
        ['objects', objects.length],
        ['objects that no client knows, removed by the lifecycle', orphans],
      ],
    ),
    '## Jobs',
    table(['end', 'jobs'], countRows(byStatus)),
    table(['attempts', 'jobs'], countRows(byAttempts)),
    table(['queue', 'jobs', 'with several attempts'], queueRows(jobs)),
    '## Faults',
    table(['action', 'times'], countRows(saboteur.done)),
    table(['store', 'fault', 'calls'], faults),
    '## Responses',
    table(
      ['request and response', 'times', 'longest (s)'],
      [...traffic.responses.counts]
        .toSorted(([, a], [, b]) => b.times - a.times)
        .map(([what, { times, longestSeconds }]) => [what, times, longestSeconds.toFixed(1)]),
    ),
    ...(deviations.length === 0 ? [] : ['## Deviations']),
    ...deviations.map(({ what, id }, index) => {
      const story =
        id === undefined || index >= printedDeviations ? [] : journal.about(id).slice(0, printedLines);
      return [
        `- ${what}`,
        ...(story.length === 0
          ? []
          : ['', '  ```', ...story.map((line) => `  ${line.slice(0, 300)}`), '  ```']),
      ].join('\n');
    }),
    '',
  ].join('\n\n');
}

/** The number of results and inputs of jobs and files that no client knows. */
function orphanCount({ traffic, jobs, objects }: Campaign): number {
  const known = new Set([
    ...jobs.map(({ id }) => id.slice(4)),
    ...[...traffic.uploadIds].map((id) => id.slice(4)),
    ...traffic.placed.flatMap(({ accepted }) => accepted.flat().map((id) => id.slice(id.indexOf('_') + 1))),
  ]);
  return objects.filter((key) => !known.has(key.slice(-26))).length;
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** How many jobs each queue had, and how many of them lost an attempt. */
const queueRows = (jobs: Campaign['jobs']): [string, number, number][] =>
  jobQueueNames.map((name) => {
    const own = jobs.filter(({ queue }) => queue === name);
    return [name, own.length, own.filter(({ attempts }) => attempts > 1).length];
  });
