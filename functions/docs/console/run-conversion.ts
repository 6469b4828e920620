import {
  type ConversionClient,
  type ConversionInput,
  type ConversionName,
  type DocumentText,
  ProblemError,
} from '#lib/client/src/index.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { Validation } from '#lib/api/responses/validation.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';

/** The progress of a conversion. */
export type Stage =
  | { at: 'sending'; sent: number; total: number }
  | { at: 'working'; progress?: JobResponse['progress'] }
  | { at: 'waiting' }
  | { at: 'canceling' }
  /** @property limited whether the limit of the key's plan is the reason */
  | { at: 'repeating'; seconds: number; limited: boolean };

/** A response that is the text itself. */
export interface TextResult {
  text: string;
}

/** The results of a conversion, the report about a PDF, or its text. */
export type Result = readonly FileResponse[] | Inspection | Validation | TextResult;

/** The signal has aborted, and the service may still finish the conversion. */
export class StoppedWaiting extends Error {
  override readonly name = 'StoppedWaiting';
}

interface Run {
  client: ConversionClient;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
}

/** Conversions that always run as jobs. */
const jobNames = ['to-pdf', 'convert-docx', 'convert-xlsx', 'convert-pptx', 'convert-office'] as const;
type JobName = (typeof jobNames)[number];

const isJobName = (name: ConversionName): name is JobName => (jobNames as readonly string[]).includes(name);

/**
 * Runs one conversion to its end, including jobs. When `signal` aborts, the job is deleted.
 *
 * @throws the errors of the client; the reason of `signal` when it aborts, or StoppedWaiting if the conversion goes on
 */
export async function runConversion(
  name: ConversionName,
  input: ConversionInput<ConversionName>,
  { client, signal, onStage }: Run,
): Promise<Result> {
  const total = Object.values(input)
    .flat()
    .reduce((sum: number, value) => sum + (value instanceof File ? value.size : 0), 0);
  /** Whether the service can have the whole request. */
  let isSent = total === 0;
  const sentStage: Stage = { at: isJobName(name) ? 'waiting' : 'working' };
  const sending = new AbortController();
  // The response to a job is awaited: without the id, the job cannot be deleted.
  signal.addEventListener('abort', () => {
    if (!isSent || !isJobName(name)) sending.abort(signal.reason);
  });
  const options = {
    signal: sending.signal,
    onRetry(error: Error, seconds: number): void {
      isSent = false;
      onStage(repeating(error, seconds));
    },
    onProgress(progress: { sent: number; total: number }): void {
      isSent = progress.sent >= progress.total;
      onStage(isSent ? sentStage : { at: 'sending', ...progress });
    },
  };
  onStage(isSent ? sentStage : { at: 'sending', sent: 0, total });
  try {
    const response = isJobName(name)
      ? await client.submit(name, input as ConversionInput<JobName>, options)
      : await client.convert(name, input, options);
    return isJob(response) ? await resultOf(response, { client, signal, onStage }) : resultIn(response);
  } catch (error) {
    if (signal.aborted && isSent && !isJobName(name))
      throw new StoppedWaiting('Stopped waiting. The conversion may still finish.', { cause: error });
    throw error;
  }
}

const repeating = (error: Error, seconds: number): Stage => ({
  at: 'repeating',
  seconds: Math.max(1, Math.ceil(seconds)),
  limited: error instanceof ProblemError && error.status === 429,
});

/** Waits for a job. */
async function resultOf(
  job: JobResponse,
  { client, signal, onStage }: Run,
): Promise<readonly FileResponse[]> {
  try {
    signal.throwIfAborted();
    onStage(stageOf(job));
    const { result } = await client.waitForJob(job, {
      signal,
      onRetry: (error, seconds) => onStage(repeating(error, seconds)),
      onProgress: (now) => onStage(stageOf(now)),
    });
    return [result].flat();
  } catch (error) {
    if (signal.aborted) await cancel(job, client);
    throw error;
  }
}

async function cancel({ id }: JobResponse, client: ConversionClient): Promise<void> {
  try {
    await client.deleteJob(id);
  } catch (cause) {
    throw new StoppedWaiting('Stopped waiting. The job may still finish.', { cause });
  }
}

const stageOf = ({ status, progress }: JobResponse): Stage =>
  status === 'queued' ? { at: 'waiting' } : { at: 'working', progress };

type Response = string | DocumentText | Inspection | Validation | FileResponse | readonly FileResponse[];

const isJob = (response: Response | JobResponse): response is JobResponse =>
  typeof response === 'object' && 'status' in response;

function resultIn(response: Response): Result {
  if (typeof response === 'string') return { text: response };
  if (isDocumentText(response)) return { text: JSON.stringify(response, null, 2) };
  return 'urlExpiresAt' in response ? [response] : response;
}

/** The text of a PDF with its positions. The report about a PDF has pages too. */
const isDocumentText = (response: object): response is DocumentText =>
  'pages' in response && Array.isArray(response.pages) && !('pageCount' in response);
