import { setTimeout as sleep } from 'node:timers/promises';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { type CorpusClient, download } from '../corpus-client.ts';
import { Rejection } from '../pdf-service.ts';
import type { SentResult } from './section.ts';

/** Errors of jobs that are faults of the service, whatever the document. */
const faults: readonly string[] = ['internal-error', 'conversion-timeout', 'conversion-crashed'];

/**
 * Sends a request, waits for its job if it has one, and downloads the results.
 *
 * @throws Rejection when the service rejects the request, or its job fails with a reason
 * @throws Error when the service is at fault
 */
export async function convertedBy(
  client: CorpusClient,
  path: string,
  { fields, fileName }: { fields: [name: string, value: Buffer | string][]; fileName: string },
): Promise<SentResult[]> {
  const { status, body } = await client.post<FileResponse | FileResponse[] | JobResponse>(
    path,
    fields,
    fileName,
  );
  if (status >= 500) throw new Error(`${status} ${body.code ?? ''}`);
  if (status >= 400) throw new Rejection(body.code ?? '', body.detail ?? '');
  const result = 'status' in body ? await resultOf(client, body.id) : body;
  return Promise.all([result].flat().map(sent));
}

async function resultOf(client: CorpusClient, id: string): Promise<FileResponse | FileResponse[]> {
  for (;;) {
    const { body } = await client.get<JobResponse>(`/api/jobs/${id}`);
    const { status, error, result } = body;
    if (status === 'completed' && result) return result;
    if (error && faults.includes(error.code)) throw new Error(`${error.code}: ${error.detail}`);
    if (error) throw new Rejection(error.code, error.detail);
    await sleep(50);
  }
}

const sent = async ({ url, warnings }: FileResponse): Promise<SentResult> => ({
  bytes: await download(url),
  warnings: warnings.map(({ code }) => code),
});
