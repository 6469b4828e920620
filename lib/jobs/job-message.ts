import * as z from 'zod';
import { type Job, jobRecord } from './job.ts';

/** The message of a job that is in the table. */
const idMessage = z.object({ v: z.literal(1), jobId: z.string() }).transform(({ jobId }) => ({ jobId }));

/** The message of a carried job: its record, and the bytes of its input in base64. */
const carriedMessage = z
  .object({ v: z.literal(2), job: jobRecord, content: z.string() })
  .transform(({ job, content }): Required<JobMessage> => ({
    jobId: job.id,
    carried: { job, content: Buffer.from(content, 'base64') },
  }));

/** A message of a queue of jobs. Earlier releases know version 1 alone. */
export const jobMessage = z.union([idMessage, carriedMessage]);

/** What a worker learns from a message. Only a carried job is in it; others are in the table. */
export interface JobMessage {
  jobId: string;
  carried?: CarriedJob;
}

/** A queued job with one input, and the bytes of that input. */
export interface CarriedJob {
  job: Job;
  content: Buffer;
}

/** @throws Error when `body` is not a valid message; the message then goes to the dead-letter queue */
export const readJobMessage = (body: string): JobMessage => jobMessage.parse(JSON.parse(body));

/** The body of the message of a job in the table. */
export const messageOf = (jobId: string): string =>
  JSON.stringify({ v: 1, jobId } satisfies z.input<typeof idMessage>);

/** The body of the message of a carried job. */
export const carriedMessageOf = ({ job, content }: CarriedJob): string =>
  JSON.stringify({ v: 2, job, content: content.toString('base64') } satisfies z.input<typeof carriedMessage>);
