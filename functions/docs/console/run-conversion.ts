import type { ConversionClient, ConversionInput, ConversionName } from '#lib/client/src/index.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';

/** How far a conversion has come. */
export type Stage =
  | { at: 'sending'; sent: number; total: number }
  | { at: 'working' }
  | { at: 'waiting' }
  | { at: 'repeating'; seconds: number };

interface Run {
  client: ConversionClient;
  signal: AbortSignal;
  onStage: (stage: Stage) => void;
}

/**
 * Makes one conversion from beginning to end, jobs included.
 *
 * @returns what was made
 * @throws what the client throws; the reason of `signal` where that ended it, and then its job is deleted
 */
export async function runConversion(
  name: ConversionName,
  input: ConversionInput<ConversionName>,
  { client, signal, onStage }: Run,
): Promise<readonly FileResponse[]> {
  const onRetry = (_: Error, seconds: number): void => onStage({ at: 'repeating', seconds });
  const response = await client.convert(name, input, {
    signal,
    onRetry,
    onProgress: ({ sent, total }) =>
      onStage(sent < total ? { at: 'sending', sent, total } : { at: 'working' }),
  });
  if (Array.isArray(response)) return response;
  if (!('status' in response)) return [response];
  onStage({ at: 'waiting' });
  try {
    const { result } = await client.waitForJob(response, {
      signal,
      onRetry,
      onProgress: (job) => onStage({ at: job.status === 'queued' ? 'waiting' : 'working' }),
    });
    return [result].flat();
  } catch (error) {
    if (signal.aborted) await client.deleteJob(response.id);
    throw error;
  }
}
