import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { RunningConversions } from '#lib/activity/running-conversions.ts';
import { defineContract } from '#lib/api/contract.ts';
import type { Problem } from '#lib/api/problem.ts';
import type { RateStatus } from '#lib/auth/rate-limit.ts';
import { AppError } from '#lib/base/app-error.ts';
import type { PendingAdmission } from '#lib/http/early-starts.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { json } from '#lib/http/response.ts';
import { collectLog } from '../../support/log-lines.ts';
import { MemoryActivity } from '../../support/memory-activity.ts';
import { MemoryIdempotencyStore } from '../../support/memory-requests.ts';

const contract = defineContract({
  name: 'convert',
  method: 'POST',
  path: '/api/convert',
  tag: 'Test',
  summary: 'Converts',
  access: 'key',
  metered: true,
  body: { kind: 'json', schema: z.strictObject({}) },
  responses: { 200: { description: 'Converted' } },
  errors: [],
});

const status = (allowed: boolean): RateStatus => ({
  allowed,
  plan: 'free',
  limit: 5,
  remaining: 0,
  resetSeconds: 7,
  resetAt: 60,
});

let activity: MemoryActivity;
/** Ends the count of the last call. */
let count: (status: RateStatus) => void;
let quotaError: AppError | undefined;
/** What has happened, in order. */
let steps: string[];
let admissions: PendingAdmission[];

beforeEach(() => {
  activity = new MemoryActivity();
  quotaError = undefined;
  steps = [];
  admissions = [];
});

/** A service whose conversions start early, unless `work` throws. */
function service(work: () => Promise<string> = () => Promise.resolve('result')) {
  const endpoint = httpEndpoint<typeof contract, string>(
    contract,
    {
      logger: collectLog().log,
      admission: {
        rateLimiter: {
          take: () => {
            const { promise, resolve } = Promise.withResolvers<RateStatus>();
            count = resolve;
            return promise;
          },
          giveBack: (_, given) => Promise.resolve(given),
        },
        running: new RunningConversions(activity, { free: 1, pro: 1, business: 1 }),
        quota: {
          within: (_caller, _documents, run) => (quotaError ? Promise.reject(quotaError) : run()),
        },
      },
      idempotency: { requests: new MemoryIdempotencyStore(), replay: () => Promise.resolve(json(200, {})) },
    },
    async (_request, early) => {
      steps.push('handler');
      return { ...json(200, { result: (await early) ?? 'late' }), source: {} };
    },
    (_request, admission) => {
      steps.push('early');
      admissions.push(admission);
      void admission.admitted.then(() => steps.push('admitted'));
      return work();
    },
  );
  return async (headers: Record<string, string> = {}, body = '{}') => {
    const event = {
      resource: contract.path,
      path: contract.path,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      requestContext: {
        requestId: 'request',
        requestTimeEpoch: Date.now(),
        authorizer: { keyId: 'key_1', plan: 'free' },
      },
    } as unknown as APIGatewayProxyEvent;
    const response = await endpoint(event, { getRemainingTimeInMillis: () => 29_000 } as Context);
    return { ...response, json: JSON.parse(response.body) as Problem & { result?: string } };
  };
}

const hasStarted = () => vi.waitFor(() => expect(steps).toContain('early'));

it('a conversion starts while its call is counted, and takes effect after that', async () => {
  const response = service()();
  await hasStarted();
  expect(steps).toEqual(['early']);
  count(status(true));
  const { json: body, headers } = await response;
  expect(body).toEqual({ result: 'result' });
  expect(headers).toMatchObject({ 'X-RateLimit-Limit': '5' });
  expect(steps).toEqual(['early', 'handler', 'admitted']);
  expect(admissions[0]?.signal.aborted).toBe(false);
});

describe('a call that is rejected', () => {
  it('by the rate takes no effect, and aborts its conversion', async () => {
    const response = service(() => new Promise(() => undefined))();
    await hasStarted();
    count(status(false));
    const { statusCode, json: problem } = await response;
    expect([statusCode, problem.code]).toEqual([429, 'rate-limited']);
    expect(steps).toEqual(['early']);
    expect(admissions[0]?.signal.aborted).toBe(true);
    expect(activity.slots.size).toBe(0);
  });

  it('for want of a slot takes no effect, and aborts its conversion', async () => {
    activity.take = () => Promise.resolve(undefined);
    const response = service()();
    await hasStarted();
    count(status(true));
    expect((await response).json.code).toBe('too-many-requests');
    expect(steps).toEqual(['early']);
    expect(admissions[0]?.signal.aborted).toBe(true);
  });

  it('by the quota takes no effect, and aborts its conversion', async () => {
    quotaError = new AppError('quota-exceeded', 'The quota is used up.');
    const response = service()();
    await hasStarted();
    count(status(true));
    expect((await response).json.code).toBe('quota-exceeded');
    expect(steps).toEqual(['early']);
    expect(admissions[0]?.signal.aborted).toBe(true);
  });

  it('by the rate is not told that it is invalid as well', async () => {
    const response = service()({}, '{"unknown":1}');
    await vi.waitFor(() => expect(count).toBeDefined());
    count(status(false));
    expect((await response).json.code).toBe('rate-limited');
    expect(steps).toEqual([]);
  });

  it('is the last of its key whose conversion starts early, for a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const call = service();
      const first = call();
      await hasStarted();
      count(status(false));
      await first;
      for (const [seconds, expected] of [
        [9, ['handler']],
        [2, ['early', 'handler', 'admitted']],
      ] as const) {
        vi.setSystemTime(Date.now() + seconds * 1000);
        steps = [];
        const next = call();
        await new Promise((resolve) => setTimeout(resolve, 5));
        count(status(true));
        expect((await next).statusCode).toBe(200);
        expect(steps).toEqual(expected);
      }
    } finally {
      vi.useRealTimers();
    }
  });
});

it.each([
  ['with an Idempotency-Key', { 'idempotency-key': 'k' }],
  ['for a job', { prefer: 'respond-async' }],
])('a request %s waits for its admission', async (_what, headers) => {
  const response = service()(headers);
  await vi.waitFor(() => expect(count).toBeDefined());
  count(status(true));
  expect((await response).json).toEqual({ result: 'late' });
  expect(steps).toEqual(['handler']);
});

it('reports what fails early when the call is admitted', async () => {
  const response = service(() =>
    Promise.reject(AppError.inField('damaged-document', 'file', 'is damaged')),
  )();
  await hasStarted();
  count(status(true));
  const { statusCode, json: problem } = await response;
  expect([statusCode, problem.code]).toEqual([400, 'damaged-document']);
  expect(steps).toEqual(['early', 'handler', 'admitted']);
  expect(activity.slots.size).toBe(0);
});
