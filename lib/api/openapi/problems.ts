import * as z from 'zod';
import { type ErrorCode, errorCodes, maxListedFaults } from '../../base/app-error.ts';
import { type Contract, replays } from '../contract.ts';
import {
  contractHeaderRefs,
  header,
  idempotencyErrors,
  type OpenApiHeader,
  rateLimitHeaderRefs,
  replayable,
  replayedHeaderRef,
  requestIdHeaderRef,
} from './headers.ts';
import { problemMeanings } from './problem-examples.ts';
import { errorsPath, problemContentType, problemOf, problemTable } from '../problem.ts';

const requestId = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';
const baseUrl = 'https://api.example.com';

/** The body of every error response, as `Problem` in `problem.ts`. */
export const problemSchema = z
  .object({
    type: z.url().meta({
      description: 'URL of the documentation of `code`.',
      examples: [`${baseUrl}${errorsPath}#invalid-range`],
    }),
    title: z.string().meta({ description: 'Name of the HTTP status.', examples: ['Bad Request'] }),
    status: z.int().meta({ description: 'HTTP status of the response.', examples: [400] }),
    code: z
      .enum(errorCodes)
      .meta({ description: 'Error code, from a closed list.', examples: ['invalid-range'] }),
    detail: z.string().meta({
      description: 'Explanation of the error, with the values that would be valid.',
      examples: ["ranges: '7-3' ends before it starts"],
    }),
    requestId: z.string().meta({
      description: 'Id of the request in the logs, equal to `x-request-id`.',
      examples: [requestId],
    }),
    retryable: z
      .boolean()
      .meta({ description: 'Whether the same request can succeed later.', examples: [false] }),
    errors: z
      .array(
        z.object({
          field: z.string().meta({
            description: 'Name of the field. Items of lists are `files[1]`, counted from 0.',
            examples: ['ranges'],
          }),
          message: z.string().meta({
            description: 'Explanation of the error in this field.',
            examples: ["'7-3' ends before it starts"],
          }),
        }),
      )
      .max(maxListedFaults)
      .optional()
      .meta({
        description: `The invalid fields, if any: at most the first ${maxListedFaults}. \`detail\` has their number.`,
      }),
  })
  .meta({ id: 'Problem', description: 'The body of every error response (RFC 9457).' });

/** Builds a referable response for each code that one of these endpoints can return. Some codes occur only in jobs. */
export function problemExamples(contracts: readonly Contract[]) {
  const returned = new Set(contracts.flatMap(codesOf));
  return Object.fromEntries(
    errorCodes
      .filter((code) => returned.has(code))
      .map((code) => {
        const { summary, detail, errors = [] } = problemMeanings[code];
        return [
          code,
          { summary, value: problemOf({ code, message: detail, errors }, { requestId, baseUrl }) },
        ];
      }),
  );
}

/** Builds the error responses by status: the contract's own, and those of the gateway and the middleware chain. */
export function problemResponses(contract: Contract): Record<string, object> {
  const codes = codesOf(contract);
  const statusOf = (code: ErrorCode): number => contract.textErrors?.[code] ?? problemTable[code].status;
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => statusOf(code) === status);
      return [String(status), response(status, own, contract)];
    }),
  );
}

function codesOf(contract: Contract): ErrorCode[] {
  const { errors, access, metered, responses } = contract;
  const atOnce: ErrorCode = 202 in responses ? 'too-many-jobs' : 'too-many-requests';
  return [
    ...new Set<ErrorCode>([
      ...errors,
      ...(metered ? ([atOnce, 'quota-exceeded'] as const) : []),
      ...(replays(contract) ? idempotencyErrors : []),
      ...(access === 'key' ? (['unauthorized', 'unavailable'] as const) : []),
      'rate-limited',
      'internal-error',
    ]),
  ];
}

function response(status: number, codes: readonly ErrorCode[], contract: Contract): object {
  const inProblems = contract.textErrors ? codes.filter((code) => codesOfGateway.has(code)) : codes;
  return {
    description: codes.map((code) => `- \`${code}\`: ${problemMeanings[code].summary}`).join('\n'),
    headers: headersOf(status, contract),
    content: {
      ...(contract.textErrors ? { 'text/plain': { schema: { type: 'string' } } } : {}),
      ...(inProblems.length > 0 ? { [problemContentType]: problemContent(status, inProblems) } : {}),
    },
  };
}

/** Codes of the responses that API Gateway returns itself. */
const codesOfGateway = new Set<ErrorCode>([
  'unauthorized',
  'file-too-large',
  'rate-limited',
  'internal-error',
  'unavailable',
]);

/** Restricts the schema of problems to the possible codes. */
const problemContent = (status: number, codes: readonly ErrorCode[]): object => ({
  schema: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/Problem' }],
    properties: { status: { const: status }, code: { enum: codes } },
  },
  examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
});

function headersOf(status: number, contract: Contract): Record<string, OpenApiHeader> {
  // API Gateway's own rejections have no headers about the plan.
  return {
    ...requestIdHeaderRef,
    ...contractHeaderRefs(contract),
    ...([429, 503].includes(status)
      ? { 'Retry-After': header('Seconds to wait before a retry.', { example: 42, required: true }) }
      : {}),
    ...(status === 409
      ? { 'Retry-After': header('Seconds to wait before a retry, if a retry can succeed.', { example: 2 }) }
      : {}),
    ...(status === 401
      ? { 'WWW-Authenticate': header('How to authenticate.', { example: 'Bearer', required: true }) }
      : {}),
    ...(contract.metered && status !== 401 ? rateLimitHeaderRefs : {}),
    ...(replays(contract) && replayable.includes(status) ? replayedHeaderRef : {}),
  };
}
