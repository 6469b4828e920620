import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AppError, type ErrorCode, errorCodes } from '#lib/base/app-error.ts';
import { json } from '#lib/http/response.ts';
import { defineContract } from '#lib/api/contract.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { type Problem, problemTable } from '#lib/api/problem.ts';
import { SpanLog } from '#lib/base/observability/span-log.ts';
import { MemoryIdempotencyStore } from '../../support/memory-requests.ts';

const contract = defineContract({
  name: 'make',
  method: 'POST',
  path: '/api/make',
  tag: 'Service',
  summary: 'Makes something',
  access: 'key',
  metered: false,
  body: { kind: 'json', schema: z.strictObject({ what: z.string(), more: z.string().default('none') }) },
  responses: {},
  errors: [],
});

const logger = new SpanLog(new Logger({ logLevel: 'SILENT' }));

/** An endpoint that counts the resources it creates, and signs each response anew. */
function endpoint(options: { work?: () => Promise<void>; store?: MemoryIdempotencyStore } = {}) {
  const made: (string | undefined)[] = [];
  let signatures = 0;
  const response = (id: number, what: string) => {
    signatures += 1;
    const source = { id, what };
    return { ...json(201, { ...source, signature: signatures }, { 'x-kind': what }), source };
  };
  const handler = httpEndpoint(
    contract,
    {
      logger,
      idempotency: {
        requests: options.store ?? new MemoryIdempotencyStore(),
        replay: (source) => {
          const { id, what } = source as { id: number; what: string };
          return Promise.resolve(response(id, what));
        },
      },
    },
    async ({ json: { what }, resourceId }) => {
      await options.work?.();
      made.push(resourceId);
      return response(made.length, what);
    },
  );
  return { handler, made };
}

type Handler = ReturnType<typeof endpoint>['handler'];
interface Sent {
  key?: string;
  what?: string;
  more?: string;
  owner?: string;
  /** Milliseconds that the invocation has left. */
  left?: number;
}

let requests = 0;
async function send(handler: Handler, { key, what = 'cake', more, owner = 'key_me', left = 29_000 }: Sent) {
  requests += 1;
  const result: APIGatewayProxyResult = await handler(
    {
      resource: '/api/make',
      path: '/api/make',
      headers: {
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-KEY': key }),
      },
      body: JSON.stringify({ ...(more === undefined ? {} : { more }), what }),
      requestContext: {
        requestId: `request-${requests}`,
        requestTimeEpoch: Date.now(),
        authorizer: { keyId: owner, plan: 'pro' },
      },
    } as unknown as APIGatewayProxyEvent,
    { getRemainingTimeInMillis: () => left } as Context,
  );
  const body = JSON.parse(result.body) as Problem & Record<string, unknown>;
  return { status: result.statusCode, headers: result.headers ?? {}, body };
}

describe('a POST with an Idempotency-Key', () => {
  it('is processed once; a replay has the same ids and new signatures', async () => {
    const { handler, made } = endpoint();
    const first = await send(handler, { key: 'a' });
    expect(first).toMatchObject({ status: 201, body: { id: 1, what: 'cake', signature: 1 } });
    expect(first.headers).not.toHaveProperty('Idempotent-Replayed');
    for (const signature of [2, 3]) {
      const again = await send(handler, { key: 'a', more: 'none' });
      expect(again).toMatchObject({ status: 201, body: { id: 1, what: 'cake', signature } });
      expect(again.headers).toMatchObject({ 'Idempotent-Replayed': 'true', 'x-kind': 'cake' });
      expect(again.headers['x-request-id']).toBe(`request-${requests}`);
    }
    expect(made).toEqual([expect.stringMatching(/^[0-9A-Z]{26}$/)]);
  });

  it('is a new request with another key, with another owner, and without a key', async () => {
    const { handler, made } = endpoint();
    for (const sent of [{ key: 'a' }, { key: 'b' }, { key: 'a', owner: 'key_you' }, {}, {}]) {
      expect((await send(handler, sent)).headers).not.toHaveProperty('Idempotent-Replayed');
    }
    expect(made).toHaveLength(5);
    expect(made.slice(3)).toEqual([undefined, undefined]);
  });

  it('is rejected with another payload', async () => {
    const { handler, made } = endpoint();
    await send(handler, { key: 'a' });
    const { status, body } = await send(handler, { key: 'a', what: 'pie' });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'idempotency-key-reused' });
    expect(made).toHaveLength(1);
  });

  it('is rejected while the first runs, and many concurrent ones create one resource', async () => {
    const finish = Promise.withResolvers<undefined>();
    const { handler, made } = endpoint({ work: () => finish.promise });
    const first = send(handler, { key: 'a' });
    const others = await Promise.all(Array.from({ length: 5 }, () => send(handler, { key: 'a' })));
    for (const { status, headers, body } of others) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'request-in-progress' });
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    finish.resolve(undefined);
    expect((await first).status).toBe(201);
    expect((await send(handler, { key: 'a' })).headers['Idempotent-Replayed']).toBe('true');
    expect(made).toHaveLength(1);
  });

  it('can be retried after its function died, and creates the same resource', async () => {
    const begun = Promise.withResolvers<string | undefined>();
    const store = new MemoryIdempotencyStore();
    const dying = httpEndpoint(
      contract,
      { logger, idempotency: { requests: store, replay: () => Promise.reject(new Error('none')) } },
      ({ resourceId }) => {
        begun.resolve(resourceId);
        return new Promise(() => undefined);
      },
    );
    // The lease outlives the invocation by a second, in case clocks differ.
    void send(dying, { key: 'a', left: -999 });
    const resourceId = await begun.promise;
    const next = endpoint({ store });
    while ((await send(next.handler, { key: 'a' })).status === 409) await sleep(1);
    expect(next.made).toEqual([resourceId]);
  });

  it.each(errorCodes.map((code): [ErrorCode] => [code]))(
    'that was rejected with %s runs again only if a retry can help',
    async (code) => {
      let tries = 0;
      const { handler } = endpoint({
        work: () => {
          tries += 1;
          return Promise.reject(AppError.inField(code, 'what', 'no', { cause: new Error('secret') }));
        },
      });
      const first = await send(handler, { key: 'a' });
      const again = await send(handler, { key: 'a' });
      expect({ ...again.body, requestId: '' }).toEqual({ ...first.body, requestId: '' });
      expect(again.status).toBe(first.status);
      expect(again.headers['content-type']).toBe('application/problem+json');
      expect(again.body.requestId).toBe(`request-${requests}`);
      expect('Idempotent-Replayed' in again.headers).toBe(!problemTable[code].retryable);
      expect(tries).toBe(problemTable[code].retryable ? 2 : 1);
    },
  );

  it.each([true, false])(
    'runs again or not as an error says that differs from its code: %s',
    async (retryable) => {
      let tries = 0;
      const code = retryable ? 'invalid-field' : 'url-unreachable';
      const { handler } = endpoint({
        work: () => {
          tries += 1;
          return Promise.reject(AppError.inField(code, 'what', 'no', { retryable }));
        },
      });
      const first = await send(handler, { key: 'a' });
      const again = await send(handler, { key: 'a' });
      expect(first.body).toMatchObject({ code, retryable });
      expect({ ...again.body, requestId: '' }).toEqual({ ...first.body, requestId: '' });
      expect(tries).toBe(retryable ? 2 : 1);
    },
  );

  it('runs again after an internal error', async () => {
    let tries = 0;
    const { handler, made } = endpoint({
      work: () => {
        tries += 1;
        return tries === 1 ? Promise.reject(new Error('the store is down')) : Promise.resolve();
      },
    });
    expect((await send(handler, { key: 'a' })).status).toBe(500);
    expect((await send(handler, { key: 'a' })).status).toBe(201);
    expect(made).toHaveLength(1);
  });

  it('succeeds although its outcome could not be stored; a retry creates the same resource', async () => {
    class Forgetful extends MemoryIdempotencyStore {
      override end(): Promise<boolean> {
        return Promise.reject(new Error('the table is away'));
      }
    }
    const { handler, made } = endpoint({ store: new Forgetful() });
    // The lease outlives the invocation by a second, in case clocks differ.
    expect(await send(handler, { key: 'a', left: 600 })).toMatchObject({ status: 201, body: { id: 1 } });
    expect((await send(handler, { key: 'a' })).body.code).toBe('request-in-progress');
    while ((await send(handler, { key: 'a' })).status === 409) await sleep(20);
    expect(made).toHaveLength(2);
    expect(made[1]).toBe(made[0]);
  });

  it.each(['', 'ä', 'a\tb', 'a'.repeat(256), 'a\u007f'])('rejects the key %j', async (key) => {
    const { handler, made } = endpoint();
    const { status, body } = await send(handler, { key });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-field' });
    expect(body.errors?.[0]?.field).toBe('Idempotency-Key');
    expect(made).toHaveLength(0);
  });

  it.each([' ', '"8e03978e-40d5"', '~'.repeat(255)])('accepts the key %j', async (key) => {
    const { handler, made } = endpoint();
    await send(handler, { key });
    expect((await send(handler, { key })).status).toBe(201);
    expect(made).toHaveLength(1);
  });
});
