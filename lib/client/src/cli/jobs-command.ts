import type { JobResponse } from '../api-types.ts';
import { type Arguments, type GeneralOption, textOf } from './arguments.ts';
import { type Context, print } from './context.ts';
import { saveJob } from './convert-command.ts';
import { destinationOf } from './destination.ts';
import { jobStatus } from './operations.ts';
import { UsageError } from './terminal.ts';

const { values: statuses } = jobStatus;

/** Jobs listed by default. */
const shownJobs = 20;

/** The most jobs of one page. */
const pageLimit = 100;

export const jobsOptions: readonly GeneralOption[] = [
  { name: 'status', placeholder: statuses.join('|'), description: jobStatus.description },
  { name: 'limit', placeholder: 'N', description: `Number of jobs to list. Default: ${shownJobs}.` },
  {
    name: 'output',
    short: 'o',
    placeholder: 'PATH',
    description: 'With an ID: wait for the job and save its result; - for standard output.',
  },
  {
    name: 'delete',
    placeholder: '',
    description: 'With an ID: cancel the job and delete its input and result.',
  },
];

/** Lists jobs, or shows, saves or deletes one. */
export async function runJobs(args: Arguments, context: Context): Promise<void> {
  const [id, ...others] = args.operands;
  if (others.length > 0) throw new UsageError(`jobs accepts one id; unexpected: ${others.join(' ')}.`);
  if (id === undefined) return list(args, context);
  const { client, call } = context;
  const output = textOf(args, 'output');
  if (args.options['delete']) return client.deleteJob(id, call);
  if (output === undefined) {
    const job = await client.getJob(id, call);
    print(context, job, describe(job));
    return;
  }
  // Rejects an invalid path before it waits. How many results the job has is known when it has completed.
  await destinationOf(output, 1);
  await saveJob(await client.getJob(id, call), (count) => destinationOf(output, count), context);
}

async function list(args: Arguments, context: Context): Promise<void> {
  for (const name of ['output', 'delete']) {
    if (args.options[name] !== undefined) throw new UsageError(`--${name} requires a job id.`);
  }
  const wanted = textOf(args, 'status');
  const status = statuses.find((each) => each === wanted);
  if (wanted !== undefined && !status)
    throw new UsageError(`--status must be one of ${statuses.join(', ')}.`);
  const limit = Number(textOf(args, 'limit') ?? shownJobs);
  if (!Number.isInteger(limit) || limit < 1)
    throw new UsageError('--limit must be an integer of at least 1.');
  const jobs: JobResponse[] = [];
  for await (const job of context.client.jobs({ status, limit: Math.min(limit, pageLimit) }, context.call)) {
    jobs.push(job);
    if (jobs.length === limit) break;
  }
  context.status.stop();
  print(context, jobs, jobs.map(rowOf));
}

const rowOf = ({ id, status, type, createdAt, inputs }: JobResponse): string =>
  [id, status.padEnd(10), type, createdAt, ...inputs.map(({ fileName }) => fileName)].join('  ');

function describe(job: JobResponse): string[] {
  const { result, error } = job;
  return [
    rowOf(job),
    ...[result ?? []]
      .flat()
      .map(({ fileName, size, expiresAt }) => `result  ${fileName}, ${size} bytes, until ${expiresAt}`),
    ...(error ? [`error  ${error.detail} (${error.code})`] : []),
  ];
}
