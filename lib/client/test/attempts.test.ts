import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConversionClient } from '../src/conversion-client.ts';
import { ConnectionError } from '../src/errors.ts';
import { fileResponseExample as file } from '../../api/responses/file-response.ts';
import { FakeService, jsonResponse, problemResponse } from './fake-service.ts';

const pdf = new File(['%PDF'], 'a.pdf');
const dropped = () => Promise.reject(new TypeError('fetch failed'));

/** What a merge came to, and the pauses in it, which end at once. */
async function merge(service: FakeService, signal?: AbortSignal, inPause: () => void = () => undefined) {
  const client = new ConversionClient({
    baseUrl: 'https://api.example.com',
    fetch: service.fetch,
    retries: 3,
    // The test advances the timers of pauses.
    timeout: Infinity,
  });
  const pauses: number[] = [];
  const onRetry = (_: Error, pause: number) => {
    pauses.push(pause);
    queueMicrotask(inPause);
  };
  const state: { outcome?: unknown } = {};
  void client.mergePdf({ files: [pdf, pdf] }, { signal, onRetry }).then(
    (outcome) => Object.assign(state, { outcome }),
    (outcome: unknown) => Object.assign(state, { outcome }),
  );
  while (!('outcome' in state)) {
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersToNextTimer();
  }
  return { outcome: state.outcome, pauses };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a request', () => {
  it.each([
    ['without a response', dropped],
    [
      'with a response that is cut off',
      () =>
        new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })),
    ],
    ['that the service fails at', () => problemResponse('internal-error')],
    ['that a proxy fails at', () => new Response('<html>', { status: 502 })],
  ])('%s is sent again, the same, after growing pauses', async (_, fail) => {
    const service = new FakeService((__, index) => (index < 3 ? fail() : jsonResponse(file)));
    const { outcome, pauses } = await merge(service);
    expect(outcome).toEqual(file);
    expect(service.requests).toHaveLength(4);
    const [first, ...others] = service.requests;
    for (const { headers, body } of others) {
      expect([...headers]).toEqual([...(first?.headers ?? [])]);
      expect(body).toEqual(first?.body);
    }
    pauses.forEach((pause, index) => {
      expect(pause).toBeGreaterThanOrEqual(0.25 * 2 ** index);
      expect(pause).toBeLessThanOrEqual(0.5 * 2 ** index);
    });
  });

  it('fails after the last retry', async () => {
    const service = new FakeService(dropped);
    const { outcome } = await merge(service);
    expect(outcome).toBeInstanceOf(ConnectionError);
    expect(outcome).toMatchObject({
      message: 'No response from api.example.com.',
      cause: { message: 'fetch failed' },
    });
    expect(service.requests).toHaveLength(4);
  });

  const seconds = { 'retry-after': '42' };
  const date = { 'retry-after': new Date(1_000_042_000).toUTCString() };
  const limited = (headers: Record<string, string>) =>
    problemResponse('rate-limited', 'Slow down.', { headers });

  it.each([
    ['in seconds', () => limited(seconds)],
    ['as a date', () => limited(date)],
    ['of a proxy', () => new Response('<html>', { status: 429, headers: seconds })],
  ])('waits for Retry-After %s, and up to half as long again', async (_, response) => {
    vi.setSystemTime(1_000_000_000);
    vi.spyOn(Math, 'random').mockReturnValueOnce(0.5);
    const service = new FakeService((__, index) => (index === 0 ? response() : jsonResponse(file)));
    const { outcome, pauses } = await merge(service);
    expect(outcome).toEqual(file);
    expect(pauses).toEqual([42 * 1.25]);
    expect(Date.now()).toBe(1_000_052_500);
  });

  it('leaves long waits to the caller', async () => {
    const service = new FakeService(() =>
      problemResponse('rate-limited', 'Slow down.', { headers: { 'retry-after': '61' } }),
    );
    expect((await merge(service)).outcome).toMatchObject({ code: 'rate-limited', retryAfter: 61 });
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    'invalid-field',
    'url-unreachable',
    'render-timeout',
    'job-failed',
    'file-too-large',
    'unauthorized',
  ] as const)('is not sent again after %s', async (code) => {
    const service = new FakeService(() => problemResponse(code));
    expect((await merge(service)).outcome).toMatchObject({ code });
    expect(service.requests).toHaveLength(1);
  });

  it('waits for its first attempt to end, regardless of the number of retries', async () => {
    const running = () =>
      problemResponse('request-in-progress', 'It runs.', { headers: { 'retry-after': '2' } });
    const service = new FakeService((_, index) => {
      if (index === 0 || index === 15) return dropped();
      return index < 15 ? running() : jsonResponse(file);
    });
    expect((await merge(service)).outcome).toEqual(file);

    const endless = new FakeService(running);
    expect((await merge(endless)).outcome).toMatchObject({ code: 'request-in-progress' });
    // 350 seconds, with pauses of 2 to 3 seconds.
    expect(endless.requests.length).toBeGreaterThan(115);
    expect(endless.requests.length).toBeLessThan(180);
  });

  it('that is aborted fails with the reason, before it is sent or during a pause', async () => {
    const service = new FakeService(dropped);
    const reason = new Error('Enough');
    expect((await merge(service, AbortSignal.abort(reason))).outcome).toBe(reason);
    expect(service.requests).toHaveLength(0);

    const stop = new AbortController();
    expect((await merge(service, stop.signal, () => stop.abort(reason))).outcome).toBe(reason);
    expect(service.requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that is aborted while its response is read fails with the reason', async () => {
    const reason = new Error('Enough');
    const stop = new AbortController();
    const body = () =>
      new ReadableStream({
        pull: (stream) => {
          stop.abort(reason);
          stream.error(new TypeError('terminated'));
        },
      });
    const service = new FakeService(() => new Response(body()));
    expect((await merge(service, stop.signal)).outcome).toBe(reason);
    expect(service.requests).toHaveLength(1);
  });
});
