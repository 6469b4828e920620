import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineContract } from '#lib/api/contract.ts';
import type { Problem } from '#lib/api/problem.ts';
import { AppError } from '#lib/base/app-error.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { json, type ServiceResponse } from '#lib/http/response.ts';
import { responseModeOf } from '#lib/http/response-mode.ts';
import { collectLog } from '../../support/log-lines.ts';
import { installResponseStreams, invokeStreaming, ResponseStream } from '../../support/response-stream.ts';

installResponseStreams();

const contract = defineContract({
  name: 'produce',
  method: 'GET',
  path: '/api/produce',
  tag: 'Test',
  summary: 'Returns bytes',
  access: 'key',
  metered: false,
  responses: { 200: { description: 'The bytes', content: { 'application/json': z.object({}) } } },
  errors: [],
});

const responses = responseModeOf({
  RESPONSE_TRANSFER_MODE: 'STREAM',
  INLINE_RESPONSE_MEGABYTES: '20',
  RESPONSE_SECONDS: '28,60,45',
});

type Handle = Parameters<typeof httpEndpoint<typeof contract>>[2];

function serve(handle: Handle, { plan = 'free', stream = new ResponseStream() } = {}) {
  const { log, lines } = collectLog();
  const event = {
    resource: contract.path,
    path: contract.path,
    headers: {},
    requestContext: {
      requestId: 'request',
      requestTimeEpoch: Date.now(),
      authorizer: { keyId: 'key_1', plan },
    },
  } as unknown as APIGatewayProxyEvent;
  const context = { getRemainingTimeInMillis: () => 100_000, awsRequestId: 'invocation' } as Context;
  const handler = httpEndpoint(contract, { logger: log, responses }, handle);
  return { response: invokeStreaming(handler, event, context, stream), lines };
}

describe('a streamed response', () => {
  it('has status and headers in the prelude and the bytes as they are', async () => {
    const chunks = [Buffer.from('%PDF'), Buffer.from([0, 0, 255, 128])];
    const bytes = { chunks, size: 8 };
    const { response, lines } = serve(() =>
      Promise.resolve({ status: 200, body: { bytes, contentType: 'application/pdf' } }),
    );
    const { statusCode, headers, body } = await response;
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'x-request-id': 'request' });
    expect(body).toEqual(Buffer.concat(chunks));
    expect(lines()).toEqual([expect.objectContaining({ message: 'request', status: 200, responseBytes: 8 })]);
  });

  it('is written in few pieces if the result has many small chunks', async () => {
    const chunks = Array.from({ length: 1_000 }, () => Buffer.alloc(400));
    const stream = new ResponseStream();
    const { response } = serve(
      () =>
        Promise.resolve({
          status: 200,
          body: { bytes: { chunks, size: 400_000 }, contentType: 'application/pdf' },
        }),
      { stream },
    );
    expect((await response).body).toHaveLength(400_000);
    expect(stream.writes).toBeLessThan(5);
  });

  it('can be JSON, or empty', async () => {
    const { response } = serve(() => Promise.resolve(json(202, { accepted: 'é' })));
    const { statusCode, body } = await response;
    expect([statusCode, JSON.parse(body.toString())]).toEqual([202, { accepted: 'é' }]);
    const empty = await serve(() => Promise.resolve({ status: 303, headers: { location: '/x' } })).response;
    expect([empty.statusCode, empty.headers['location'], empty.body.length]).toEqual([303, '/x', 0]);
  });

  it('can be a problem', async () => {
    const { response } = serve(() => Promise.reject(new AppError('not-found', 'There is no such thing.')));
    const { statusCode, headers, body } = await response;
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect((JSON.parse(body.toString()) as Problem).code).toBe('not-found');
  });

  it.each([
    ['free', 28_000],
    ['pro', 60_000],
    ['business', 45_000],
  ])('is due by the deadline of the plan %s', async (plan, milliseconds) => {
    let due = 0;
    const start = Date.now();
    const { response } = serve(
      ({ deadline }) => {
        due = deadline - start;
        return Promise.resolve({ status: 204 });
      },
      { plan },
    );
    await response;
    expect(due).toBeGreaterThanOrEqual(milliseconds);
    expect(due).toBeLessThan(milliseconds + 2_000);
  });
});

describe('the buffers of a streamed response', () => {
  async function send(ready: Promise<void>) {
    const state = { released: false };
    const response: ServiceResponse = {
      status: 200,
      body: { bytes: Buffer.alloc(1 << 20), contentType: 'application/pdf' },
      sent: () => (state.released = true),
    };
    const sending = serve(() => Promise.resolve(response), { stream: new ResponseStream(ready) }).response;
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.released).toBe(false);
    return { state, sending };
  }

  it('are released once the whole response has been sent', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { state, sending } = await send(promise);
    resolve(undefined);
    await sending;
    expect(state.released).toBe(true);
  });

  it('are not released when sending fails', async () => {
    const { promise, reject } = Promise.withResolvers<undefined>();
    const { state, sending } = await send(promise);
    reject(new Error('The connection broke'));
    await expect(sending).rejects.toThrow('The connection broke');
    expect(state.released).toBe(false);
  });
});

describe('the response mode', () => {
  it('is buffered without variables, with 28 seconds for every plan', () => {
    expect(responseModeOf({})).toEqual({
      streams: false,
      inlineBytes: 4_500_000,
      milliseconds: { free: 28_000, pro: 28_000, business: 28_000 },
    });
  });

  it.each([
    { RESPONSE_TRANSFER_MODE: 'STREAMS' },
    { RESPONSE_TRANSFER_MODE: 'STREAM' },
    { RESPONSE_TRANSFER_MODE: 'STREAM', INLINE_RESPONSE_MEGABYTES: '20', RESPONSE_SECONDS: '28,60' },
  ])('rejects %j', (variables) => {
    expect(() => responseModeOf(variables)).toThrow('RESPONSE_TRANSFER_MODE');
  });
});
