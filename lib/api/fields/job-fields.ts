import * as z from 'zod';
import { deliverToField } from './deliver-to.ts';
import { webhookUrlField } from './webhook-url.ts';

/** The fields of every conversion that makes files. */
export const jobFields = { webhookUrl: webhookUrlField, deliverTo: deliverToField };

/** Returns the options of a conversion: its fields without those that say how its job ends. */
export function withoutJobFields<T extends object>(fields: T): Omit<T, keyof typeof jobFields> {
  const {
    webhookUrl: _url,
    deliverTo: _to,
    ...options
  } = fields as T & Partial<Record<keyof typeof jobFields, unknown>>;
  return options;
}

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
