import { idempotencyHeader, idempotencyKey } from '../idempotency-key.ts';

/** A header of an answer in the form of OpenAPI, or a reference to one of `sharedHeaders`. */
export type OpenApiHeader = ReturnType<typeof header> | { $ref: string };

/** A header in the form of OpenAPI. Its example tells whether it is a number. */
export function header(
  description: string,
  { example, required = false }: { example?: string | number; required?: boolean } = {},
) {
  return {
    description,
    ...(required ? { required } : {}),
    schema:
      typeof example === 'number' ? { type: 'integer' as const, minimum: 0 } : { type: 'string' as const },
    ...(example === undefined ? {} : { example }),
  };
}

const rateLimit = {
  'RateLimit-Policy': header('Quota and window of the plan (draft-ietf-httpapi-ratelimit-headers-11).', {
    example: '"free";q=10;w=60',
  }),
  RateLimit: header('What is left of it, and seconds until it is whole again.', {
    example: '"free";r=7;t=42',
  }),
  'X-RateLimit-Limit': header('Conversions a minute.', { example: 10 }),
  'X-RateLimit-Remaining': header('Conversions left in this minute.', { example: 7 }),
  'X-RateLimit-Reset': header('When the next minute begins, epoch seconds.', { example: 1_795_255_260 }),
};

const replayed = {
  'Idempotent-Replayed': header('Only where this is the answer to an earlier request of that key.', {
    example: 'true',
  }),
};

const requestId = {
  'x-request-id': header('Names the request in the logs.', {
    example: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
    required: true,
  }),
};

/** What many answers have, to refer to. */
export const sharedHeaders = { ...requestId, ...rateLimit, ...replayed };

const references = (headers: object): Record<string, { $ref: string }> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** On every answer. */
export const requestIdHeader = references(requestId);
/** How much of the plan is left: on every answer of a conversion. */
export const rateLimitHeaders = references(rateLimit);
/** Marks answers that are given again. */
export const replayedHeader = references(replayed);
/** Statuses of refusals that are kept with the key. */
export const replayable = [400, 413];

/** What makes a POST one that can be sent again. */
export const idempotencyParameter = {
  [idempotencyHeader]: idempotencyKey.optional().meta({
    description:
      'Makes it safe to send the request again: the same key with the same fields and files gets the first answer, ' +
      'its URLs signed anew. 1 to 255 printable ASCII characters, remembered for 24 hours.',
    examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
  }),
};
/** The errors that come of it everywhere. */
export const idempotencyErrors = ['request-in-progress', 'idempotency-key-reused'] as const;
