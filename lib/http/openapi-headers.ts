import { idempotencyHeader, idempotencyKey } from './idempotency-key.ts';

/** How much of the plan is left: on every answer of a conversion. */
export const rateLimitHeaders = {
  'RateLimit-Policy': header('Quota and window of the plan.', '"free";q=10;w=60'),
  RateLimit: header('What is left of it, and seconds until it is whole again.', '"free";r=7;t=42'),
  'X-RateLimit-Limit': header('Conversions a minute.', '10'),
  'X-RateLimit-Remaining': header('Conversions left in this minute.', '7'),
  'X-RateLimit-Reset': header('When the next minute begins, epoch seconds.', '1795255260'),
};

/** What makes a POST one that can be sent again. */
export const idempotencyParameter = {
  [idempotencyHeader]: idempotencyKey.optional().meta({
    description:
      'Makes it safe to send the request again: the same key with the same fields and files gets the first answer, ' +
      'its URLs signed anew. 1 to 255 printable ASCII characters, remembered for 24 hours.',
    examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
  }),
};
/** The errors that come of it. */
export const idempotencyErrors = ['request-in-progress', 'gone', 'idempotency-key-reused'] as const;
/** Marks answers that are given again. */
export const replayedHeader = {
  'Idempotent-Replayed': header('Only where this is the answer to an earlier request of that key.', 'true'),
};
/** Statuses of refusals that are kept with the key. */
export const replayable = [400, 413];

/** A header in the form of OpenAPI. */
export function header(description: string, example?: string) {
  return { description, schema: { type: 'string' as const }, ...(example === undefined ? {} : { example }) };
}
