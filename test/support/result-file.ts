import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';

/** The result of a completed job that creates one file. */
export function resultFile({ id, status, result }: JobResponse): FileResponse {
  if (!result || Array.isArray(result)) throw new Error(`${id} is ${status} and has no single result`);
  return result;
}
