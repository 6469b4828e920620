import type { ConversionClient, ConversionInput, ConversionName } from '#lib/client/src/index.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { Validation } from '#lib/api/responses/validation.ts';
import type { DocumentText } from '#lib/client/src/index.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';

/** The progress of a conversion. */
export type Stage =
  | { at: 'sending'; sent: number; total: number }
  | { at: 'working'; progress?: JobResponse['progress'] }
  | { at: 'waiting' }
  | { at: 'repeating'; seconds: number };

/** A response that is the text itself. */
export interface TextResult {
  text: string;
}

interface Run {
  client: ConversionClient;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
}

/**
 * Seconds to wait for a job in the call that submits it. Most office documents are converted by then; only later ones can
 * show their progress and be canceled.
 */
const quickSeconds = 5;

/**
 * Runs one conversion to its end, including jobs.
 *
 * @returns the results, the report about a PDF, or its text
 * @throws the errors of the client, or the reason of `signal` when it aborts. The job is then deleted
 */
export async function runConversion(
  name: ConversionName,
  input: ConversionInput<ConversionName>,
  { client, signal, onStage }: Run,
): Promise<readonly FileResponse[] | Inspection | Validation | TextResult> {
  const onRetry = (_: Error, seconds: number): void => onStage({ at: 'repeating', seconds });
  if (name === 'inspect-pdf') {
    return client.inspectPdf(input as ConversionInput<'inspect-pdf'>, { signal, onRetry });
  }
  if (name === 'validate-pdf') {
    return client.validatePdf(input as ConversionInput<'validate-pdf'>, { signal, onRetry });
  }
  const response = await client.convertWithin(quickSeconds, name, input as ConversionInput<typeof name>, {
    signal,
    onRetry,
    onProgress: ({ sent, total }) =>
      onStage(sent < total ? { at: 'sending', sent, total } : { at: 'working' }),
  });
  if (typeof response === 'string') return { text: response };
  if (isDocumentText(response)) return { text: JSON.stringify(response, null, 2) };
  if (Array.isArray(response)) return response;
  if (!('status' in response)) return [response];
  onStage({ at: 'waiting' });
  try {
    const { result } = await client.waitForJob(response, {
      signal,
      onRetry,
      onProgress: ({ status, progress }) =>
        onStage(status === 'queued' ? { at: 'waiting' } : { at: 'working', progress }),
    });
    return [result].flat();
  } catch (error) {
    if (signal.aborted) await client.deleteJob(response.id);
    throw error;
  }
}

/** The text of a PDF with its positions. */
const isDocumentText = (response: object): response is DocumentText =>
  'pages' in response && Array.isArray(response.pages);
