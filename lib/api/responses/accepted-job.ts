import type { ContractResponse } from '../contract.ts';
import {
  type JobResponse,
  jobLinks,
  jobResponse,
  jobResponseExample,
  queuedJobExample,
} from './job-response.ts';

/** The response of a conversion that a client requests as a job. */
export const acceptedJob = (example: Pick<JobResponse, 'type' | 'inputs'>) =>
  ({
    description: 'The accepted job, for requests with `Prefer: respond-async` or a `webhookUrl`.',
    content: { 'application/json': jobResponse },
    headers: {
      Location: { description: 'URL of the job.', example: jobResponseExample.links.self, required: true },
      'Retry-After': { description: 'Seconds to wait before reading the job.', example: 1, required: true },
      'Preference-Applied': {
        description: 'The preference of the request that was granted.',
        example: 'respond-async',
      },
    },
    links: jobLinks,
    example: { ...queuedJobExample, ...example, input: example.inputs[0] ?? null },
  }) satisfies ContractResponse;
