import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { json } from '#lib/http/response.ts';
import { defineContract } from '#lib/api/contract.ts';
import { AppError } from '#lib/base/app-error.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { Problem } from '#lib/api/problem.ts';
import { collectLog } from '../../support/log-lines.ts';
import type { RateLimiter } from '#lib/auth/rate-limit.ts';

const contract = defineContract({
  name: 'time-left',
  method: 'GET',
  path: '/api/time-left',
  tag: 'Test',
  summary: 'Returns the deadline of the response',
  access: 'public',
  metered: false,
  responses: {
    200: { description: 'The time', content: { 'application/json': z.object({ due: z.number() }) } },
  },
  errors: [],
});

const handler = httpEndpoint(contract, { logger: collectLog().log }, ({ deadline }) =>
  Promise.resolve(json(200, { due: deadline })),
);

/** Sends a request that was received `receivedAgo` milliseconds ago to a function with `left` milliseconds. */
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

/** The milliseconds until the deadline of that request. */
async function due(receivedAgo: number | undefined, left: number): Promise<number> {
  const now = Date.now();
  const { body } = await send(handler, receivedAgo, left);
  return (JSON.parse(body) as { due: number }).due - now;
}

/** The response to a request whose handler ends like `work`. */
async function responseTo(work: () => Promise<never>, left = 29_000) {
  const endpoint = httpEndpoint(contract, { logger: collectLog().log }, work);
  const { statusCode, headers, body } = await send(endpoint, 0, left);
  const { code, retryable } = JSON.parse(body) as Problem;
  return { statusCode, code, retryable, wait: headers?.['retry-after'], body };
}

describe('the deadline of a request', () => {
  it.each<[string, number | undefined, number, number]>([
    ["28 seconds from the gateway's receipt", 5_000, 60_000, 23_000],
    ["a second before the end of the function's time", 5_000, 10_000, 9_000],
    ['from now, without a time from API Gateway', undefined, 60_000, 28_000],
    ['from now, where the gateway would have given up long ago', 3_600_000, 60_000, 28_000],
  ])('is %s', async (_, receivedAgo, left, expected) => {
    const milliseconds = await due(receivedAgo, left);
    expect(milliseconds).toBeGreaterThanOrEqual(expected);
    expect(milliseconds).toBeLessThan(expected + 2_000);
  });

  it('is enforced for a handler that ignores it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const responding = responseTo(() => new Promise(() => undefined), 10_000);
    let hasResponded = false;
    void responding.then(() => (hasResponded = true));
    await vi.advanceTimersByTimeAsync(8_900);
    expect(hasResponded).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(await responding).toMatchObject({ statusCode: 503, code: 'unavailable', retryable: true });
  });
});

const named = (name: string, more: object = {}): Error =>
  Object.assign(new Error('secret'), { name, ...more });

describe('a failure', () => {
  it.each([
    ['does not respond in time', named('TimeoutError')],
    ['throttles requests', named('ProvisionedThroughputExceededException')],
    ['fails itself', named('InternalServerError', { $metadata: { httpStatusCode: 500 } })],
    ['is not there', named('Error', { code: 'ECONNREFUSED' })],
    ['breaks the connection', named('Error', { code: 'ECONNRESET' })],
  ])('of a store that %s is reported as temporary', async (_, error) => {
    const { body, ...reply } = await responseTo(() => Promise.reject(error));
    expect(reply).toEqual({ statusCode: 503, code: 'unavailable', retryable: true, wait: '5' });
    expect(body).not.toContain('secret');
  });

  it.each([
    ['a mistake', new TypeError('secret')],
    ['a rejection by a store', named('AccessDenied', { $metadata: { httpStatusCode: 403 } })],
    ['something thrown that is no error', 'secret'],
  ])('by %s is an internal error', async (_, error) => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const { body, ...reply } = await responseTo(() => Promise.reject(error));
    expect(reply).toMatchObject({ statusCode: 500, code: 'internal-error', retryable: true });
    expect(body).not.toContain('secret');
  });
});

const unlimited = <T>(_caller: unknown, _documents: number, convert: () => Promise<T>): Promise<T> =>
  convert();

describe('the log of a request', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const jobId = 'job_01KAJV4Q2B8T6M3Z7X5C9D1F0G';
  const ofKey = { ...contract, access: 'key', metered: true } as const;

  async function linesOf(event: object, work: () => Promise<never> | ReturnType<typeof response>) {
    const { log, lines } = collectLog('Stack');
    const rateLimiter = {
      take: () =>
        Promise.resolve({
          allowed: true,
          plan: 'free',
          limit: 10,
          remaining: 9,
          resetSeconds: 1,
          resetAt: 1,
        }),
    } as unknown as RateLimiter;
    const admission = { rateLimiter, quota: { limits: () => false, within: unlimited } };
    const serve = httpEndpoint(ofKey, { logger: log, admission, converts: true }, work);
    await serve(
      {
        resource: contract.path,
        path: contract.path,
        headers: {},
        ...event,
        requestContext: {
          requestId: 'request',
          requestTimeEpoch: Date.now(),
          authorizer: { keyId: 'key_1', plan: 'free' },
        },
      } as unknown as APIGatewayProxyEvent,
      { getRemainingTimeInMillis: () => 60_000, awsRequestId: 'invocation' } as Context,
    );
    return lines();
  }
  const response = () => Promise.resolve(json(200, { due: 1 }));
  const common = { requestId: 'request', keyId: 'key_1', traceId };
  const headers = { TraceParent: `00-${traceId}-00f067aa0ba902b7-01` };

  it('ends with one line that has the ids of the request, key, job and trace', async () => {
    const lines = await linesOf({ headers, pathParameters: { id: jobId } }, response);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      ...common,
      message: 'request',
      endpoint: 'time-left',
      status: 200,
      jobId,
      invocationId: 'invocation',
      stages: { limit: expect.any(Number) as number, parse: expect.any(Number) as number },
      conversion: 'time-left',
      result: 'completed',
    });
  });

  it('states the error of a rejected request in that line', async () => {
    const lines = await linesOf({ headers }, () =>
      Promise.reject(AppError.inField('invalid-field', 'file', 'is what it is: secret')),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      ...common,
      status: 400,
      code: 'invalid-field',
      fields: ['file'],
      result: 'rejected',
    });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('states the cause of a failure in an earlier line', async () => {
    const lines = await linesOf({ headers }, () => Promise.reject(new Error('the table is gone')));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ ...common, level: 'ERROR', error: { message: 'the table is gone' } });
    expect(lines[1]).toMatchObject({ ...common, status: 500, code: 'internal-error', result: 'failed' });
  });

  it.each([
    [
      "of the gateway's, where the client has none",
      { 'X-Amzn-Trace-Id': 'Root=1-4bf92f35-77b34da6a3ce929d0e0e4736' },
      traceId,
    ],
    [
      "of the client's before the gateway's",
      { ...headers, 'X-Amzn-Trace-Id': 'Root=1-5759e988-bd862e3fe1be46a994272793' },
      traceId,
    ],
    ['of its own, when no trace id is received', { traceparent: 'rubbish' }, /^[0-9a-f]{32}$/],
  ])('has a trace id: %s', async (_, sent, expected) => {
    const [line] = await linesOf({ headers: sent }, response);
    expect(line?.['traceId']).toMatch(expected);
  });
});
