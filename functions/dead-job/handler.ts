import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { requireVariables } from '#lib/base/environment.ts';
import { jobMessage } from '#lib/jobs/job-message.ts';
import { closeEnded, idsOfJob } from '#lib/jobs/job-ending.ts';
import { forEachRecord } from '#lib/jobs/sqs-batch.ts';
import { identify } from '#lib/base/observability/span.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { openJobStore } from '#lib/storage/open-stores.ts';

const { JOBS_TABLE_NAME } = requireVariables(process.env, 'JOBS_TABLE_NAME');
const jobs = openJobStore(JOBS_TABLE_NAME);
const logger = openLog('dead-job', process.env);

/** Fails jobs whose messages no worker could process, so that none stays open. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  forEachRecord(event, logger, async ({ messageId, body }) => {
    const message = jobMessage.safeParse(parsedJson(body));
    if (!message.success) {
      // Without its text, which may contain a document.
      logger.error('dead letter names no job', { messageId, characters: body.length });
      return;
    }
    const { jobId } = message.data;
    identify({ jobId });
    const detail = 'The conversion was abandoned. Retry the conversion.';
    const ended = await jobs.abandon(jobId, { code: 'internal-error', detail }, new Date());
    if (ended) identify(idsOfJob(ended));
    logger.error('dead letter handled', { ended: ended !== undefined });
    if (ended) closeEnded({ job: ended, code: 'internal-error' }, logger);
  });

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
