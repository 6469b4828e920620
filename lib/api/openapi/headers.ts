import type { Contract, ContractResponse } from '../contract.ts';
import { idempotencyHeader, idempotencyKey } from '../idempotency-key.ts';

/** A response header in OpenAPI's format, or a reference to one of `sharedHeaders`. */
export type OpenApiHeader = ReturnType<typeof header> | { $ref: string };

/** Builds a header in OpenAPI's format. The type of its example decides whether it is a number. */
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

/** Builds the headers of a contract in OpenAPI's format. */
export const describedHeaders = (
  headers: ContractResponse['headers'] = {},
): Record<string, ReturnType<typeof header>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, header(value.description, value)]),
  );

/** The headers of every response of these contracts, for references. */
export const headersOfContracts = (contracts: readonly Contract[]) =>
  Object.assign(
    {},
    ...contracts.map(({ responseHeaders }) => describedHeaders(responseHeaders)),
  ) as ReturnType<typeof describedHeaders>;

const rateLimit = {
  'RateLimit-Policy': header('Quota and window of the plan (draft-ietf-httpapi-ratelimit-headers-11).', {
    example: '"free";q=10;w=60',
  }),
  RateLimit: header('Remaining quota, and seconds until it is reset.', {
    example: '"free";r=7;t=42',
  }),
  'X-RateLimit-Limit': header('Number of conversions per minute that the plan allows.', { example: 10 }),
  'X-RateLimit-Remaining': header('Number of conversions left in the current minute.', { example: 7 }),
  'X-RateLimit-Reset': header('Time at which the next minute begins, in seconds since the Unix epoch.', {
    example: 1_795_255_260,
  }),
};

const replayed = {
  'Idempotent-Replayed': header(
    'Present if this is a replay of the response to an earlier request with the same key.',
    {
      example: 'true',
    },
  ),
};

const requestId = {
  'x-request-id': header('Id of the request in the logs.', {
    example: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
    required: true,
  }),
};

/** Headers that many responses share, for references. */
export const sharedHeaders = { ...requestId, ...rateLimit, ...replayed };

const references = (headers: object): Record<string, { $ref: string }> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** A header of every response. */
export const requestIdHeaderRef = references(requestId);
/** The headers of every response of the function of a contract. */
export const contractHeaderRefs = ({ responseHeaders = {} }: Contract) => references(responseHeaders);
/** The remaining calls of the plan: headers of every response of a conversion. */
export const rateLimitHeaderRefs = references(rateLimit);
/** Marks replayed responses. */
export const replayedHeaderRef = references(replayed);
/** Statuses of errors that are stored with the key and replayed. */
export const replayable = [400, 413];

/** The header that makes a POST safe to retry. */
export const idempotencyParameter = {
  [idempotencyHeader]: idempotencyKey.optional().meta({
    description:
      'Makes it safe to retry the request: a request with the same key, fields and files returns the first response, ' +
      'with new presigned URLs. 1 to 255 printable ASCII characters, stored for 24 hours.',
    examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
  }),
};
/** The errors that it adds to every endpoint. */
export const idempotencyErrors = ['request-in-progress', 'idempotency-key-reused'] as const;
