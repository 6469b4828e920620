import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#lib/base/identifiers.ts';
import { S3InputStore } from '#lib/storage/s3/input-store.ts';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';
import { DynamoJobStore } from '#lib/storage/dynamodb/job-store.ts';
import type { Job } from '#lib/jobs/job.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { descendantsOf, startLocalRun } from '../support/local-run.ts';
import { endlessXlsx } from '../support/hostile-office.ts';
import { makeDocx, makeXlsx } from '../support/office.ts';
import { newJob } from '../support/jobs.ts';
import { makePdf } from '../support/pdf.ts';
import { resultFile } from '../support/result-file.ts';

/**
 * Kills the processes that run a job of each queue at critical moments, and waits until the job has ended. Then submits a
 * document whose conversion never ends. Takes ten minutes, because leases, deadlines and the sweep have the same times as
 * on AWS. Exits with 1 when a job has another end or another number of attempts than expected, or takes too long.
 *
 *     npm run suite -- recovery
 */

/** In seconds: a lease or the next sweep, the return of the message, and the attempt. */
const recoverySeconds = 90;

/** In seconds: both attempts at a document that never ends. Such a document holds a worker for 220. */
const hangSeconds = 260;

const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-recovery-'));
const run = await startLocalRun(stateDirectory);
const { baseUrl, keys, endpoints, region, credentials } = run.stack;
const headers = { authorization: `Bearer ${keys.business}` };

/** Submits a job and returns its id. Buffers are files. */
async function submitTo(
  path: string,
  fields: readonly [name: string, value: Buffer | string][],
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'input');
  }
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { ...headers, prefer: 'respond-async' },
    body: form,
  });
  if (response.status !== 202) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as JobResponse).id;
}

const submit = (kind: string, file: Buffer): Promise<string> =>
  submitTo(`/api/convert/${kind}-to-pdf`, [['file', file]]);

const read = async (id: string): Promise<JobResponse> =>
  (await (await fetch(`${baseUrl}/api/jobs/${id}`, { headers })).json()) as JobResponse;

async function until(id: string, reached: (job: JobResponse) => boolean): Promise<JobResponse> {
  for (;;) {
    const job = await read(id);
    if (reached(job)) return job;
    await sleep(100);
  }
}

const ended = (job: JobResponse): boolean => job.status !== 'queued' && job.status !== 'processing';

/** The processes of the functions with that name. */
const processesOf = (name: string): number[] =>
  descendantsOf(run.process.pid ?? 0).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`AWS_LAMBDA_FUNCTION_NAME=${name}`);
    } catch {
      // The worker's process is not dumpable. Its command line identifies it.
      return name === 'OfficeWorker' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bootstrap');
    }
  });

let failures = 0;
function report(
  what: string,
  job: JobResponse,
  start: number,
  attempts: number,
  { error = null, most = recoverySeconds }: { error?: string | null; most?: number } = {},
): void {
  const isAsExpected =
    error === null ? job.status === 'completed' && job.result !== null : job.status === 'failed';
  const seconds = (Date.now() - start) / 1000;
  const right =
    isAsExpected && job.attempts === attempts && (job.error?.code ?? null) === error && seconds <= most;
  if (!right) failures += 1;
  console.log(
    `${right ? 'right' : 'WRONG'}  ${what}: ${job.status} at attempt ${job.attempts} after ${seconds.toFixed(0)} s`,
  );
}

/** A worker that dies in mid-conversion: its lease ends, and the sweep sends the job again. */
async function workerDies(): Promise<void> {
  const rows = Array.from({ length: 30_000 }, (_, row) => [row, `row ${row}`]);
  const id = await submit('xlsx', makeXlsx({ rows }));
  await until(id, (job) => job.status === 'processing');
  await sleep(300);
  const start = Date.now();
  for (const pid of processesOf('OfficeWorker')) process.kill(pid, 'SIGKILL');
  report('worker killed in mid-conversion', await until(id, ended), start, 2);
}

/** A worker of another queue that dies while it works on a job. */
async function otherWorkerDies(worker: string, jobId: Promise<string>): Promise<void> {
  const id = await jobId;
  await until(id, (job) => job.status === 'processing');
  const start = Date.now();
  for (const pid of processesOf(worker)) process.kill(pid, 'SIGKILL');
  report(`${worker} killed in mid-conversion`, await until(id, ended), start, 2);
}

/** As much as fits in one request, which takes more than a second to merge. */
const longPdf = await makePdf('Long', 1000);

const merge = (): Promise<string> =>
  submitTo(
    '/api/pdf/merge',
    Array.from({ length: 20 }, () => ['files', longPdf] as const),
  );

const renderSlowly = (): Promise<string> =>
  submitTo('/api/html/file', [
    ['file', Buffer.from('<!doctype html><p>Slow')],
    ['format', 'pdf'],
    ['waitDelay', '5000'],
  ]);

/** The record of a job that has not ended: a job that has ended no longer has its options. */
async function recordOf(submitOne: () => Promise<string>): Promise<Job> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const record = await jobs.find(await submitOne());
    if (record && Object.keys(record.options).length > 0) return record;
  }
  throw new Error('Each job ended before its record was read');
}

/**
 * A submitter that died after it had stored the job and before it had sent the message. A job that came through the API
 * serves as the model.
 *
 * @param files of the job, in the order of its inputs
 */
async function submitterDies(submitModel: () => Promise<string>, files: readonly Buffer[]): Promise<void> {
  const record = await recordOf(submitModel);
  const ran = await until(record.id, ended);
  const [, bucket = ''] = new URL(resultFile(ran).url).pathname.split('/');
  const s3 = new S3Client({ ...client, endpoint: endpoints.s3, forcePathStyle: true });
  const store = new S3InputStore(new ObjectStore(s3, bucket));
  const id = newId('job');
  const { owner, type, queue, options } = record;
  const inputs = await Promise.all(
    files.map(async (bytes, index) => {
      const { field = '' } = record.inputs[index] ?? {};
      const input = { field, fileName: 'input', size: bytes.length };
      const source = { kind: 'inline', bytes } as const;
      return { ...input, ...(await store.store(owner, `${id}-${index}`, { ...input, source })) };
    }),
  );
  await jobs.create(newJob({ id, owner, type, queue, options, inputs }));
  const start = Date.now();
  report(`submitter of ${type} died before the message`, await until(id, ended), start, 1);
}

/** A document that LibreOffice would work on for hours: both attempts end at their deadline. */
async function documentHangs(): Promise<void> {
  const start = Date.now();
  const id = await submit('xlsx', endlessXlsx());
  const hung = until(id, ended);
  let beside = 0;
  for (let over = false; !over; beside += 1) {
    const neighbour = await until(await submit('docx', makeDocx()), ended);
    if (neighbour.status !== 'completed') report('a job beside it', neighbour, start, 1);
    over = await Promise.race([hung.then(() => true), sleep(5000).then(() => false)]);
  }
  const failure = { error: 'conversion-timeout', most: hangSeconds };
  report(`document hangs, ${beside} jobs beside it`, await hung, start, 2, failure);
}

const client = { region, credentials: { ...credentials } };
const dynamo = new DynamoDBClient({ ...client, endpoint: endpoints.dynamodb });
const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
const jobs = new DynamoJobStore(
  DynamoDBDocumentClient.from(dynamo),
  TableNames.find((name) => name.startsWith('DataJobs')) ?? '',
);

// Together, so that each finds its worker idle. What is killed below would take an attempt from these.
const [document, page, pdf] = [makeDocx(), Buffer.from('<!doctype html><p>Page'), await makePdf('Short', 2)];
await Promise.all([
  submitterDies(() => submit('docx', document), [document]),
  submitterDies(
    () =>
      submitTo('/api/html/file', [
        ['file', page],
        ['format', 'pdf'],
      ]),
    [page],
  ),
  submitterDies(
    () =>
      submitTo('/api/pdf/merge', [
        ['files', pdf],
        ['files', pdf],
      ]),
    [pdf, pdf],
  ),
]);
await Promise.all([
  workerDies(),
  otherWorkerDies('HtmlWorker', renderSlowly()),
  otherWorkerDies('PdfWorker', merge()),
]);
// Not together with what kills the workers.
await documentHangs();
await run.stop();
rmSync(stateDirectory, { recursive: true, force: true });
process.exit(failures > 0 ? 1 : 0);
