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
