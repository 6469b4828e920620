import * as z from 'zod';
import { webhookUrlField } from './webhook-url.ts';

/** The fields of every conversion that can be a job. */
export const jobFields = { webhookUrl: webhookUrlField };

/** The header of every conversion that can be a job. */
export const jobHeaders = {
  prefer: z
    .string()
    .optional()
    .meta({
      description:
        '`respond-async` requests a job instead of the result (RFC 7240): the response is 202, and the job may take ten minutes.',
      examples: ['respond-async'],
    }),
};

/** The header of conversions that are jobs by nature. */
export const waitHeaders = {
  prefer: z
    .string()
    .optional()
    .meta({
      description:
        '`wait=n` waits up to n seconds for the result (RFC 7240), at most until 3 seconds before the deadline of the request. If the job completes by then, the response is the result, otherwise the job.',
      examples: ['wait=20'],
    }),
};
