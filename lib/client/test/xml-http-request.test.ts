import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transportOf } from '../src/transport.ts';
import { ConnectionError } from '../src/errors.ts';

/** A browser's request, played by the test. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  readonly sent: unknown[] = [];
  status = 0;
  statusText = '';
  responseURL = request.url;
  onprogress: () => void = () => undefined;
  response = new Blob([]);
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onabort: () => void = () => undefined;
  open(...args: unknown[]) {
    this.sent.push(...args);
    FakeRequest.last = this;
  }
  setRequestHeader(...args: unknown[]) {
    this.sent.push(args);
  }
  send(body: unknown) {
    this.sent.push(body);
  }
  aborted = false;
  abort() {
    this.aborted = true;
    this.onabort();
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\nretry-after: 1\r\n';
  }
}

const request = {
  method: 'POST',
  url: 'https://api.example.com/',
  headers: { a: 'b' },
  body: new Blob(['12345']),
  timeout: Infinity,
};

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a request with progress in browsers', () => {
  it('reports the bytes sent, and responds as fetch does', async () => {
    const reported: number[] = [];
    const reply = transportOf(undefined)({ ...request, onSent: (bytes) => reported.push(bytes) });
    const { last } = FakeRequest;
    expect(last.sent).toEqual(['POST', request.url, ['a', 'b'], request.body]);
    for (const loaded of [2, 5]) last.upload.onprogress?.({ loaded });
    Object.assign(last, { status: 429, statusText: 'Too Many Requests', response: new Blob(['{}']) });
    last.onload();
    const response = await reply;
    expect(reported).toEqual([2, 5]);
    expect([response.url, response.redirected]).toEqual([request.url, false]);
    expect([response.status, await response.text(), response.headers.get('retry-after')]).toEqual([
      429,
      '{}',
      '1',
    ]);
  });

  it('can respond without a body', async () => {
    const response = transportOf(undefined)({ ...request, onSent: () => undefined });
    FakeRequest.last.status = 204;
    FakeRequest.last.onload();
    expect((await response).body).toBeNull();
  });

  it('fails without a response, and when it is aborted', async () => {
    const send = transportOf(undefined);
    const failed = send({ ...request, onSent: () => undefined });
    FakeRequest.last.onerror();
    await expect(failed).rejects.toBeInstanceOf(ConnectionError);

    const stop = new AbortController();
    const aborted = send({ ...request, onSent: () => undefined, signal: stop.signal });
    stop.abort(new Error('Enough'));
    await expect(aborted).rejects.toThrow('Enough');
  });

  it('fails after the timeout without progress', async () => {
    vi.useFakeTimers();
    const reply = transportOf(undefined)({ ...request, onSent: () => undefined, timeout: 1000 });
    const failure = expect(reply).rejects.toThrow(
      new ConnectionError('No response from api.example.com for 1 s.'),
    );
    for (const progress of [
      () => FakeRequest.last.upload.onprogress?.({ loaded: 5 }),
      FakeRequest.last.onprogress,
    ]) {
      vi.advanceTimersByTime(900);
      progress();
    }
    vi.advanceTimersByTime(999);
    expect(FakeRequest.last.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(FakeRequest.last.aborted).toBe(true);
    await failure;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails with the error of the progress callback', async () => {
    const error = new RangeError('No such element');
    const reply = transportOf(undefined)({
      ...request,
      onSent: () => {
        throw error;
      },
    });
    FakeRequest.last.upload.onprogress?.({ loaded: 2 });
    await expect(reply).rejects.toBe(error);
  });
});
