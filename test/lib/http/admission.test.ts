import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { AdmittedCall, CallActivityStore, SlotRequest } from '#lib/activity/activity.ts';
import { isLapsed } from '#lib/storage/dynamodb/slot-items.ts';
import { AppError } from '#lib/base/app-error.ts';
import type { Principal } from '#lib/auth/authorizer.ts';
import type { ParsedRequest } from '#lib/http/request.ts';
import { type ServiceResponse, json } from '#lib/http/response.ts';
import { defineContract } from '#lib/api/contract.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { Problem } from '#lib/api/problem.ts';
import { RunningConversions } from '#lib/activity/running-conversions.ts';
import { JobReservations } from '#lib/jobs/reserve-jobs.ts';
import { countBytes } from '#lib/base/observability/span.ts';
import { collectLog } from '../../support/log-lines.ts';
import { MemoryActivity } from '../../support/memory-activity.ts';
import { MemoryIdempotencyStore } from '../../support/memory-requests.ts';
import { installResponseStreams, invokeStreaming, ResponseStream } from '../../support/response-stream.ts';
import type { RateLimiter, RateStatus } from '#lib/auth/rate-limit.ts';
import { type ResponseMode, responseModeOf } from '#lib/http/response-mode.ts';

installResponseStreams();

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

const limit = 5;
const cap = { free: 2, pro: 2, business: 2 };

/** Counts calls of one key in a minute that never ends. */
class CallCounter implements RateLimiter {
  calls = 0;

  take({ plan }: Principal): Promise<RateStatus> {
    const allowed = this.calls < limit;
    if (allowed) this.calls += 1;
    const remaining = limit - this.calls;
    return Promise.resolve({ allowed, plan, limit, remaining, resetSeconds: 7, resetAt: 60 });
  }

  giveBack(_: Principal, status: RateStatus): Promise<RateStatus> {
    this.calls -= 1;
    return Promise.resolve({ ...status, remaining: status.remaining + 1 });
  }
}

class MemoryCalls extends MemoryActivity implements CallActivityStore {
  async admit(caller: Principal, request: SlotRequest): Promise<AdmittedCall> {
    const [rate, slot] = await Promise.all([rateLimiter.take(caller), this.take(request)]);
    return { rate, slot };
  }
}

let activity: MemoryCalls;
let rateLimiter: CallCounter;
let quotaCalls: number[];
let hasQuota: boolean;

/** An endpoint with that conversion, buffered by default. */
const endpointOf = (
  convert: (request: ParsedRequest<typeof contract>) => Promise<ServiceResponse>,
  responses?: ResponseMode,
  startsEarly = false,
) =>
  httpEndpoint(
    contract,
    {
      logger: collectLog().log,
      startsEarly,
      ...(responses ? { responses } : {}),
      admission: {
        rateLimiter,
        running: new RunningConversions(activity, cap),
        quota: {
          limits: () => hasQuota,
          within: (_caller, documents, run) => {
            quotaCalls.push(documents);
            return run();
          },
        },
      },
      idempotency: {
        requests,
        replay: () => Promise.resolve(json(200, {})),
      },
    },
    convert,
  );

const eventWith = (headers: Record<string, string>): APIGatewayProxyEvent =>
  ({
    resource: contract.path,
    path: contract.path,
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
    requestContext: {
      requestId: 'request',
      requestTimeEpoch: Date.now(),
      authorizer: { keyId: 'key_1', plan: 'free' },
    },
  }) as unknown as APIGatewayProxyEvent;

const contextWith = (left: number): Context => ({ getRemainingTimeInMillis: () => left }) as Context;

/** A function that calls an endpoint with that conversion. */
function service(convert: () => Promise<ServiceResponse>) {
  const endpoint = endpointOf(convert);
  return async (headers: Record<string, string> = {}, left = 29_000) => {
    const response = await endpoint(eventWith(headers), contextWith(left));
    return { ...response, problem: JSON.parse(response.body) as Problem };
  };
}

let requests: MemoryIdempotencyStore;
beforeEach(() => {
  rateLimiter = new CallCounter();
  activity = new MemoryCalls();
  requests = new MemoryIdempotencyStore();
  quotaCalls = [];
  hasQuota = false;
});

const converted = (): Promise<ServiceResponse> => {
  countBytes('input', 30);
  countBytes('output', 20);
  return Promise.resolve({ ...json(200, {}), source: {} });
};

describe('a synchronous conversion', () => {
  it('holds a slot while it runs, and is counted when it completes', async () => {
    let during = 0;
    const call = service(() => {
      during = activity.slots.size;
      return converted();
    });
    expect(await call()).toMatchObject({ statusCode: 200 });
    expect(during).toBe(1);
    expect(activity.slots.size).toBe(0);
    expect(activity.usage).toMatchObject([
      {
        owner: 'key_1',
        usage: { operation: 'convert', documents: 1, bytesIn: 30, bytesOut: 20 },
      },
    ]);
  });

  it('that responds with a job is not counted, and takes no slot if the client asks for the job', async () => {
    const during: number[] = [];
    const call = service(() => {
      during.push(activity.slots.size);
      return Promise.resolve({ ...json(202, {}), source: {} });
    });
    for (const prefer of ['respond-async', 'wait=1']) {
      expect(await call({ prefer })).toMatchObject({ statusCode: 202 });
    }
    expect(during).toEqual([0, 1]);
    expect(activity.slots.size).toBe(0);
    expect(activity.usage).toEqual([]);
    expect(rateLimiter.calls).toBe(2);
    expect(quotaCalls).toEqual([1, 1]);
  });

  it('beyond the plan is rejected, names the limit, and is not counted', async () => {
    const { promise, resolve } = Promise.withResolvers<ServiceResponse>();
    const call = service(() => promise);
    const running = [call(), call()];
    await vi.waitFor(() => expect(activity.slots.size).toBe(2), { timeout: 10_000 });
    const { statusCode, headers, problem } = await call();
    expect({ statusCode, code: problem.code, retryable: problem.retryable }).toEqual({
      statusCode: 429,
      code: 'too-many-requests',
      retryable: true,
    });
    expect(problem.detail).toContain('free plan allows 2 concurrent synchronous conversions');
    expect(headers).toMatchObject({ 'retry-after': '1', 'X-RateLimit-Remaining': '3' });
    expect(rateLimiter.calls).toBe(2);
    resolve(json(200, {}));
    for (const each of running) expect(await each).toMatchObject({ statusCode: 200 });
    expect(await call()).toMatchObject({ statusCode: 200 });
  });

  it.each([
    [
      'fails by the fault of its document',
      () => Promise.reject(AppError.inField('damaged-document', 'file', 'is damaged')),
    ],
    ['fails by ours', () => Promise.reject(new Error('bug'))],
  ])('that %s frees its slot and is not counted as usage', async (_, convert) => {
    await service(convert)();
    expect(activity.slots.size).toBe(0);
    expect(activity.usage).toEqual([]);
  });

  it('that exceeds its deadline holds its slot until it ends or the slot expires', async () => {
    const { promise, resolve } = Promise.withResolvers<ServiceResponse>();
    const { statusCode } = await service(() => promise)({}, 1_100);
    expect(statusCode).toBe(503);
    expect(activity.slots.size).toBe(1);
    const [element = ''] = activity.slots.values();
    expect(isLapsed(element, Date.now() + 10_000)).toBe(true);
    resolve(json(200, {}));
    await vi.waitFor(() => expect(activity.slots.size).toBe(0), { timeout: 10_000 });
  });

  it('over the rate acquires no slot', async () => {
    rateLimiter.calls = limit;
    const { problem } = await service(converted)();
    expect(problem.code).toBe('rate-limited');
    expect(activity.slots.size).toBe(0);
  });

  it('is not rejected for slots that calls over the rate hold for a moment', async () => {
    const take = rateLimiter.take.bind(rateLimiter);
    let asked = 0;
    rateLimiter.take = async (caller) => {
      asked += 1;
      const isOverRate = asked <= 3;
      await new Promise((resolve) => setTimeout(resolve, 20));
      const status = await take(caller);
      return { ...status, allowed: !isOverRate };
    };
    const call = service(converted);
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => call()));
    expect(responses.map(({ problem }) => problem.code)).toEqual([
      'rate-limited',
      'rate-limited',
      'rate-limited',
      undefined,
      undefined,
    ]);
    expect(activity.slots.size).toBe(0);
  });

  it('succeeds even if its slot cannot be freed', async () => {
    activity.release = () => Promise.reject(new Error('the table is down'));
    expect(await service(converted)()).toMatchObject({ statusCode: 200 });
  });

  it('that gets no slot because of an outage fails as unavailable', async () => {
    activity.take = () => Promise.reject(Object.assign(new Error(), { name: 'TimeoutError' }));
    const { problem } = await service(converted)();
    expect(problem.code).toBe('unavailable');
  });
});

describe('the slot of a streamed response', () => {
  const streamed = responseModeOf({
    RESPONSE_TRANSFER_MODE: 'STREAM',
    INLINE_RESPONSE_MEGABYTES: '20',
    RESPONSE_SECONDS: '28,60,60',
  });
  const stream = (convert: () => Promise<ServiceResponse>, to = new ResponseStream()) => {
    const sending = invokeStreaming(endpointOf(convert, streamed), eventWith({}), contextWith(29_000), to);
    return { sending, to };
  };

  it('is freed after the client has the response, and before the invocation ends', async () => {
    const { promise: freed, resolve: free } = Promise.withResolvers<undefined>();
    const release = activity.release.bind(activity);
    activity.release = async (...args) => {
      await freed;
      await release(...args);
    };
    const { sending, to } = stream(converted);
    await vi.waitFor(() => expect(to.writableFinished).toBe(true), { timeout: 10_000 });
    expect(activity.slots.size).toBe(1);
    free(undefined);
    await sending;
    expect(activity.slots.size).toBe(0);
    expect(activity.usage).toHaveLength(1);
  });

  it('is freed when the connection breaks', async () => {
    const broken = Promise.reject<undefined>(new Error('The connection broke'));
    broken.catch(() => undefined);
    const file = { bytes: Buffer.alloc(1 << 20), contentType: 'application/pdf' };
    const convert = (): Promise<ServiceResponse> => Promise.resolve({ status: 200, body: file, source: {} });
    await expect(stream(convert, new ResponseStream(broken)).sending).rejects.toThrow('connection broke');
    expect(activity.slots.size).toBe(0);
  });

  it('is freed before the response to a failed conversion', async () => {
    const failed = (): Promise<ServiceResponse> => Promise.reject(new AppError('not-found', 'Not found.'));
    const { sending } = stream(failed, new ResponseStream(new Promise(() => undefined)));
    sending.catch(() => undefined);
    await vi.waitFor(() => expect(activity.slots.size).toBe(0), { timeout: 10_000 });
    expect(activity.usage).toEqual([]);
  });
});

describe('a conversion that starts early', () => {
  /** Calls an endpoint once, so that the next call is expected to be admitted. */
  const expected = async (...of: Parameters<typeof endpointOf>) => {
    const [convert, responses] = of;
    const endpoint = endpointOf(convert, responses, true);
    const call = async (headers: Record<string, string> = {}, body = '{}') => {
      const response = await endpoint({ ...eventWith(headers), body }, contextWith(29_000));
      return { ...response, problem: JSON.parse(response.body) as Problem };
    };
    await call();
    return call;
  };

  /** Holds back the admission of each call until the returned function is called. */
  const holdAdmission = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const admit = activity.admit.bind(activity);
    activity.admit = async (...args) => {
      await promise;
      return admit(...args);
    };
    return () => resolve(undefined);
  };

  it('runs while its call is counted, and responds when it is admitted', async () => {
    const events: string[] = [];
    const call = await expected(async ({ admitted }) => {
      events.push('started');
      await admitted();
      events.push('admitted');
      return converted();
    });
    events.length = 0;
    const admit = holdAdmission();
    const response = call();
    await vi.waitFor(() => expect(events).toEqual(['started']), { timeout: 10_000 });
    admit();
    const { statusCode, headers } = await response;
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'X-RateLimit-Remaining': '3' });
    expect(events).toEqual(['started', 'admitted']);
    expect(activity.slots.size).toBe(0);
    expect(activity.usage).toHaveLength(2);
  });

  it('does not respond before it is admitted, even if its handler does not wait', async () => {
    const call = await expected(converted);
    const admit = holdAdmission();
    let hasResponse = false;
    const response = call().finally(() => (hasResponse = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(hasResponse).toBe(false);
    admit();
    expect(await response).toMatchObject({ statusCode: 200 });
  });

  it.each([
    ['succeeds', '{}', converted],
    ['fails', '{}', () => Promise.reject(new AppError('not-found', 'Not found.'))],
    ['has an invalid request', '[]', converted],
  ])('and %s over the rate is rejected for the rate', async (_, body, convert) => {
    const call = await expected(convert);
    rateLimiter.calls = limit;
    const { problem, headers } = await call({}, body);
    expect(problem.code).toBe('rate-limited');
    expect(headers).toMatchObject({ 'X-RateLimit-Remaining': '0' });
    expect(activity.slots.size).toBe(0);
  });

  it('takes no slot after it has failed', async () => {
    const call = await expected(async ({ admitted }) => {
      // As a task that fails while its thread waits for the admission.
      admitted().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new AppError('not-found', 'Not found.');
    });
    await call();
    const take = activity.take.bind(activity);
    const taking = vi.spyOn(activity, 'take').mockImplementationOnce(() => Promise.resolve(undefined));
    taking.mockImplementation(take);
    const { problem } = await call();
    expect(problem.code).toBe('not-found');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(activity.slots.size).toBe(0);
  });

  type Call = Awaited<ReturnType<typeof expected>>;

  it.each<[string, (call: Call) => Promise<unknown>]>([
    [
      'that took the last of the rate',
      (call) => {
        rateLimiter.calls = limit - 1;
        return call();
      },
    ],
    [
      'that was rejected',
      (call) => {
        rateLimiter.calls = limit;
        return call();
      },
    ],
  ])('waits after a call %s', async (_, before) => {
    const started = vi.fn(converted);
    const call = await expected(started);
    await before(call);
    rateLimiter.calls = 0;
    started.mockClear();
    const admit = holdAdmission();
    const response = call();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(started).not.toHaveBeenCalled();
    admit();
    expect(await response).toMatchObject({ statusCode: 200 });
  });

  it('waits if the plan has a quota, which counts its documents', async () => {
    hasQuota = true;
    const call = await expected(converted);
    quotaCalls = [];
    const admit = holdAdmission();
    const response = call();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(quotaCalls).toEqual([]);
    admit();
    expect(await response).toMatchObject({ statusCode: 200 });
    expect(quotaCalls).toEqual([1]);
  });

  it('waits with an Idempotency-Key, whose record is stored', async () => {
    const call = await expected(converted);
    const begin = vi.spyOn(requests, 'begin');
    const admit = holdAdmission();
    const response = call({ 'idempotency-key': ulid() });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(begin).not.toHaveBeenCalled();
    admit();
    expect(await response).toMatchObject({ statusCode: 200 });
  });
});

describe('a call that submits a job', () => {
  const submitting = (handle: (request: ParsedRequest<typeof contract>) => Promise<ServiceResponse>) => {
    const endpoint = httpEndpoint(
      contract,
      {
        logger: collectLog().log,
        admission: {
          rateLimiter,
          jobs: new JobReservations(activity, cap),
          quota: { limits: () => false, within: (_caller, _documents, run) => run() },
        },
        idempotency: { requests, replay: () => Promise.resolve(json(200, {})) },
      },
      handle,
    );
    return (headers: Record<string, string> = {}, body = '{}') =>
      endpoint({ ...eventWith(headers), body }, contextWith(29_000));
  };

  it('is counted with the slot of the job, which the job keeps', async () => {
    const call = submitting(async ({ reservedJob }) => {
      expect(await reservedJob?.takeSlot()).toMatchObject({ kind: 'open' });
      return { ...json(202, {}), source: {} };
    });
    expect(await call()).toMatchObject({ statusCode: 202, headers: { 'X-RateLimit-Remaining': '4' } });
    expect(activity.slots.size).toBe(1);
    expect(rateLimiter.calls).toBe(1);
  });

  it.each([
    ['is invalid', '[]', 400],
    ['submits none', '{}', 200],
  ])('and %s leaves no slot', async (_, body, statusCode) => {
    const call = submitting(converted);
    expect(await call({}, body)).toMatchObject({ statusCode });
    expect(activity.slots.size).toBe(0);
  });

  it('has no slot before its Idempotency-Key is known to be new', async () => {
    const call = submitting(({ reservedJob }) => {
      expect(reservedJob).toBeUndefined();
      return Promise.resolve({ ...json(202, {}), source: {} });
    });
    expect(await call({ 'Idempotency-Key': ulid() })).toMatchObject({ statusCode: 202 });
    expect(rateLimiter.calls).toBe(1);
  });

  it('is rejected over the rate, and leaves no slot', async () => {
    rateLimiter.calls = limit;
    expect(await submitting(converted)()).toMatchObject({ statusCode: 429 });
    expect(activity.slots.size).toBe(0);
  });
});

it('a replayed response is not counted as usage or against the quota', async () => {
  const call = service(converted);
  const key = { 'idempotency-key': ulid() };
  await call(key);
  const { headers } = await call(key);
  expect(headers).toMatchObject({ 'Idempotent-Replayed': 'true' });
  expect(activity.usage).toHaveLength(1);
  expect(quotaCalls).toEqual([1]);
  expect(activity.slots.size).toBe(0);
});
