import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { json } from '#lib/http/answer.ts';
import { defineContract } from '#lib/http/contract.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { Problem } from '#lib/http/problem.ts';

const contract = defineContract({
  name: 'time-left',
  method: 'GET',
  path: '/api/time-left',
  tag: 'Test',
  summary: 'Says when the answer is due',
  access: 'public',
  metered: false,
  responses: {
    200: { description: 'The time', content: { 'application/json': z.object({ due: z.number() }) } },
  },
  errors: [],
});

const handler = httpEndpoint(contract, { logger: new Logger({ logLevel: 'SILENT' }) }, ({ deadline }) =>
  Promise.resolve(json(200, { due: deadline })),
);

/** Sends a request that was received so many milliseconds ago to a function with so much time left. */
const send = (endpoint: typeof handler, receivedAgo: number | undefined, left: number) =>
  endpoint(
    {
      resource: contract.path,
      path: contract.path,
      headers: {},
      requestContext: {
        requestId: 'request',
        requestTimeEpoch: receivedAgo === undefined ? undefined : Date.now() - receivedAgo,
      },
    } as unknown as APIGatewayProxyEvent,
    { getRemainingTimeInMillis: () => left } as Context,
  );

/** How many milliseconds that request has. */
async function due(receivedAgo: number | undefined, left: number): Promise<number> {
  const now = Date.now();
  const { body } = await send(handler, receivedAgo, left);
  return (JSON.parse(body) as { due: number }).due - now;
}

/** What a request is answered whose work ends so. */
async function answerTo(work: () => Promise<never>, left = 29_000) {
  const endpoint = httpEndpoint(contract, { logger: new Logger({ logLevel: 'SILENT' }) }, work);
  const { statusCode, headers, body } = await send(endpoint, 0, left);
  const { code, retryable } = JSON.parse(body) as Problem;
  return { statusCode, code, retryable, wait: headers?.['retry-after'], body };
}

describe('the deadline of a request', () => {
  it.each<[string, number | undefined, number, number]>([
    ["28 seconds from the gateway's receipt", 5_000, 60_000, 23_000],
    ["a second before the end of the function's time", 5_000, 10_000, 9_000],
    ['from now, where the gateway tells no time', undefined, 60_000, 28_000],
    ['from now, where the gateway would have given up long ago', 3_600_000, 60_000, 28_000],
  ])('is %s', async (_, receivedAgo, left, expected) => {
    const milliseconds = await due(receivedAgo, left);
    expect(milliseconds).toBeGreaterThanOrEqual(expected);
    expect(milliseconds).toBeLessThan(expected + 2_000);
  });

  it('is kept by what does not keep it itself', async () => {
    const start = performance.now();
    const answer = await answerTo(() => new Promise(() => undefined), 1_200);
    expect(answer).toMatchObject({ statusCode: 503, code: 'unavailable', retryable: true });
    expect(performance.now() - start).toBeLessThan(1_200);
  });
});

const named = (name: string, more: object = {}): Error =>
  Object.assign(new Error('secret'), { name, ...more });

describe('a failure', () => {
  it.each([
    ['does not answer in time', named('TimeoutError')],
    ['refuses for too many requests', named('ProvisionedThroughputExceededException')],
    ['fails itself', named('InternalServerError', { $metadata: { httpStatusCode: 500 } })],
    ['is not there', named('Error', { code: 'ECONNREFUSED' })],
    ['breaks the connection', named('Error', { code: 'ECONNRESET' })],
  ])('of a store that %s is told as a matter of time', async (_, error) => {
    const { body, ...answer } = await answerTo(() => Promise.reject(error));
    expect(answer).toEqual({ statusCode: 503, code: 'unavailable', retryable: true, wait: '5' });
    expect(body).not.toContain('secret');
  });

  it.each([
    ['a mistake', new TypeError('secret')],
    ['a refusal by a store', named('AccessDenied', { $metadata: { httpStatusCode: 403 } })],
    ['something thrown that is no error', 'secret'],
  ])('by %s is our fault', async (_, error) => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const { body, ...answer } = await answerTo(() => Promise.reject(error));
    expect(answer).toMatchObject({ statusCode: 500, code: 'internal-error', retryable: true });
    expect(body).not.toContain('secret');
  });
});
