import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { isTerminal } from '#lib/jobs/job.ts';
import type { Placed } from './traffic.ts';

/** Sends a GET request to the service as the client. */
export type Ask = (path: string) => Promise<{ status: number; code?: string | undefined; body: unknown }>;

/**
 * Checks what a client deleted with success: it has ended, its id and its result return nothing, and the bucket
 * contains no object of it.
 */
export async function faultsOfWithdrawn(
  { order, accepted }: Placed,
  objects: readonly string[],
  ask: Ask,
): Promise<string[]> {
  const faults: string[] = [];
  for (const id of new Set(accepted.flat())) {
    const { status, code, body } = await ask(order.isJob ? `/api/jobs/${id}` : `/api/files/${id}`);
    if (order.isJob) {
      const job = body as JobResponse;
      if (status !== 200) faults.push(`is deleted, and reading it returns ${code ?? status}`);
      else if (!isTerminal(job.status)) faults.push(`is deleted, and is ${job.status}`);
      else if (job.result) faults.push(`is deleted, and has a result`);
      const result = await ask(`/api/jobs/${id}/result`);
      if (result.code !== 'gone')
        faults.push(`is deleted, and its result is ${result.code ?? result.status}`);
    } else if (code !== 'gone') {
      faults.push(`is deleted, and reading it returns ${code ?? status}`);
    }
    // The ids of a job's results differ in their last two characters.
    const ulid = id.slice(id.indexOf('_') + 1);
    const left = objects.filter((key) => key.includes(order.isJob ? ulid.slice(0, -2) : ulid));
    if (left.length > 0) faults.push(`is deleted, and left ${left.join(', ')}`);
  }
  return faults;
}
