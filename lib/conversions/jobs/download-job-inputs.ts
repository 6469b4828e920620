import { combineFaults } from '../../base/app-error.ts';
import type { UrlInput } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { LeaseLost } from '../../jobs/hold-lease.ts';
import {
  isStoredInput,
  type Job,
  type JobInput,
  type ReadyJob,
  type StoredJobInput,
} from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/job-store.ts';
import type { WorkWithParts } from '../../jobs/run-job.ts';
import { type Downloaded, downloadInputs, type DownloadSettings } from '../inputs/downloads.ts';
import { inStore, type StoredDownload } from '../inputs/receive-download.ts';

/** What downloads the inputs of jobs. */
export interface JobDownloads extends DownloadSettings {
  jobs: Pick<JobStore, 'recordInputs'>;
  inputs: Pick<InputStore, 'receive' | 'delete'>;
}

/**
 * Runs `work` on a job all of whose inputs are stored. Those at URLs are downloaded first and recorded as inputs of the
 * job, so that a retry does not need the URLs.
 *
 * @throws AppError `url-not-allowed`, `url-unreachable`, `file-too-large` or `empty-file`, naming each field
 * @throws LeaseLost when another attempt or a cancellation was first
 */
export const withStoredInputs =
  (work: WorkWithParts<ReadyJob>, downloads: JobDownloads): WorkWithParts =>
  async (job, deadline, signal) => {
    const stored = job.inputs.filter(isStoredInput);
    const inputs =
      stored.length === job.inputs.length ? stored : await download(job, { deadline, signal }, downloads);
    return work({ ...job, inputs }, deadline, signal);
  };

/** Downloads and records the inputs that are still missing. Also records some of them if others fail. */
async function download(
  job: Job,
  run: { deadline: number; signal: AbortSignal },
  { jobs, inputs, ...settings }: JobDownloads,
): Promise<ReadyJob['inputs']> {
  const otherBytes = job.inputs.filter(isStoredInput).reduce((sum, { size }) => sum + size, 0);
  const keys: string[] = [];
  const discard = (): Promise<unknown> => Promise.allSettled(keys.map((key) => inputs.delete({ key })));
  let count = 0;
  // Each attempt has its own names: one that has lost its lease cannot replace what another one recorded.
  const receive = inStore(async (body) => {
    const object = await inputs.receive(job.owner, `${job.id}-url-${job.attempts}-${count++}`, body);
    keys.push(object.key);
    return object;
  });
  const downloaded = await downloadInputs(urlsOf(job), receive, { ...run, otherBytes }, settings).catch(
    async (error: unknown) => {
      await discard();
      throw error;
    },
  );
  const recorded = withDownloads(job.inputs, downloaded);
  const left = job.urls?.map((url, index) => (isStored(recorded[index]) ? null : url));
  if (keys.length > 0) {
    const attempt = { jobId: job.id, attempt: job.attempts };
    const urls = left?.some((url) => url !== null) ? left : undefined;
    if (!(await jobs.recordInputs(attempt, recorded, urls))) {
      await discard();
      throw new LeaseLost();
    }
  }
  const faults = downloaded.flatMap((each) => ('fault' in each ? [each.fault] : []));
  if (faults.length > 0) throw combineFaults(faults);
  return recorded.filter(isStoredInput);
}

const isStored = (input: JobInput | undefined): boolean => input !== undefined && isStoredInput(input);

/** @throws Error when an input has neither an object nor a URL */
const urlsOf = ({ inputs, urls = [] }: Job): UrlInput[] =>
  inputs.flatMap((input, index) => {
    if (isStoredInput(input)) return [];
    const url = urls[index];
    if (typeof url !== 'string') throw new Error(`The job has no URL for ${input.field}`);
    return [{ field: input.field, url }];
  });

function withDownloads(
  inputs: readonly JobInput[],
  downloaded: readonly Downloaded<StoredDownload>[],
): JobInput[] {
  const byField = new Map<string, StoredJobInput>();
  for (const each of downloaded) {
    if ('fault' in each) continue;
    const { field, fileName, size, source } = each.file;
    const { key, eTag } = source.object;
    byField.set(field, { field, key, eTag, fileName, size });
  }
  return inputs.map((input) => byField.get(input.field) ?? input);
}
