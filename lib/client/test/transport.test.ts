import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileResponseExample as file } from '../../api/responses/file-response.ts';
import { ConversionClient } from '../src/conversion-client.ts';
import { ConnectionError } from '../src/errors.ts';
import type { ClientOptions } from '../src/requests.ts';
import { FakeService, jsonResponse } from './fake-service.ts';

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server; returns its URL. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const open = (baseUrl: string, options: Partial<ClientOptions> = {}): ConversionClient =>
  new ConversionClient({ baseUrl, retries: 0, ...options });

const pdf = (size: number) => new File(['%'.repeat(size)], 'a.pdf');

/** The error of a call. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('The call succeeded'),
    (error: unknown) => error,
  );

it('accepts a response without content that has a body, as those of Chromium', async () => {
  const response = Object.defineProperty(new Response(null, { status: 204 }), 'body', {
    value: new Blob([]).stream(),
  });
  const client = open('http://127.0.0.1', { fetch: () => Promise.resolve(response) });
  await expect(client.deleteJob('job_1')).resolves.toBeUndefined();
});

describe('the timeout', () => {
  it('ends attempts without a response, which are retried', async () => {
    let requests = 0;
    const url = await serve(() => (requests += 1));
    const error = await errorOf(open(url, { timeout: 30, retries: 1 }).health());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message: `No response from ${new URL(url).host} for 0.03 s.` });
    expect(requests).toBe(2);
  });

  it('of a call replaces that of the client', async () => {
    const url = await serve(() => undefined);
    await expect(open(url).health({ timeout: 30 })).rejects.toThrow('for 0.03 s');
  });

  it.each([
    ['reading a job', (client: ConversionClient) => client.getJob('job_1', { wait: 1 })],
    [
      'a conversion',
      (client: ConversionClient) => client.convertWithin(1, 'convert-docx', { file: 'upl_1' }),
    ],
  ])('begins after the time that %s asks the service to wait', async (_, call) => {
    const url = await serve((request, response) => {
      request.resume();
      setTimeout(() => response.end('{}'), 400);
    });
    expect(await call(open(url, { timeout: 100 }))).toEqual({});
  });

  it('counts from the last bytes of a request whose progress is known', async () => {
    vi.useFakeTimers();
    let chunks = 0;
    const slow: typeof fetch = async (_, { body, signal } = {}) => {
      for await (const __ of body as ReadableStream<Uint8Array>) {
        chunks += 1;
        vi.advanceTimersByTime(900);
        signal?.throwIfAborted();
      }
      return jsonResponse(file);
    };
    const client = open('https://api.example.com', { timeout: 1000, fetch: slow });
    const call = client.splitPdf({ file: pdf(1_000_000) }, { onProgress: () => undefined });
    expect(await call).toEqual(file);
    expect(chunks).toBeGreaterThan(3);
  });

  it('is longer for large requests whose progress is unknown', async () => {
    vi.useFakeTimers();
    const splitAfter = (milliseconds: number) => {
      const slow: typeof fetch = (_, { signal } = {}) => {
        vi.advanceTimersByTime(milliseconds);
        signal?.throwIfAborted();
        return Promise.resolve(jsonResponse(file));
      };
      const client = open('https://api.example.com', { timeout: 1000, fetch: slow });
      // With the rest of the form, ten seconds at 16 KiB a second.
      return client.splitPdf({ file: pdf(10 * 16 * 1024 - 200) });
    };
    expect(await splitAfter(10_900)).toEqual(file);
    await expect(splitAfter(11_100)).rejects.toBeInstanceOf(ConnectionError);
  });

  it('does not count while a request is sent whose response has arrived', async () => {
    vi.useFakeTimers();
    let rest: Promise<void> | undefined;
    const early: typeof fetch = async (_, { body } = {}) => {
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      rest = (async () => {
        while (!(await reader.read()).done);
      })();
      return Promise.resolve(jsonResponse(file));
    };
    const client = open('https://api.example.com', { fetch: early });
    await client.splitPdf({ file: pdf(1_000_000) }, { onProgress: () => undefined });
    await rest;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends responses that stall', async () => {
    const url = await serve((_, response) => response.write('{'));
    const error = await errorOf(open(url, { timeout: 50 }).health());
    expect(error).toBeInstanceOf(ConnectionError);
  });

  it('does not include the time in which the caller does not read', async () => {
    const url = await serve((_, response) => response.end('%PDF'));
    const response = await open(url, { timeout: 500 }).download({ ...file, url });
    await sleep(600);
    expect(await response.text()).toBe('%PDF');
  });
});

it('streams without credentials, since some versions of Node.js fail for the status 401 otherwise', async () => {
  const inits: RequestInit[] = [];
  const client = open('https://api.example.com', {
    fetch: (_, init = {}) => {
      inits.push(init);
      return Promise.resolve(jsonResponse(file));
    },
  });
  await client.splitPdf({ file: pdf(1) }, { onProgress: () => undefined });
  expect(inits).toMatchObject([{ credentials: 'omit', duplex: 'half' }]);
});

describe('a download', () => {
  const cutOff: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('%PDF', () => setTimeout(() => response.destroy(), 20));
  };

  it.each(['arrayBuffer', 'blob', 'bytes', 'text'] as const)(
    'that is cut off fails with ConnectionError in %s()',
    async (method) => {
      const url = await serve(cutOff);
      const response = await open(url).download({ ...file, url });
      const error = await errorOf(response[method]());
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ message: 'The connection closed during the response.' });
    },
  );

  it('that is cut off fails with ConnectionError in its stream', async () => {
    const url = await serve(cutOff);
    const { body } = await open(url).download({ ...file, url });
    const chunks: string[] = [];
    const read = async () => {
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>)
        chunks.push(new TextDecoder().decode(chunk));
    };
    expect(await errorOf(read())).toBeInstanceOf(ConnectionError);
    expect(chunks).toEqual(['%PDF']);
  });

  it('that is aborted fails with the reason', async () => {
    const url = await serve((_, response) => response.write('%PDF'));
    const stop = new AbortController();
    const response = await open(url).download({ ...file, url }, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('Enough')), 20);
    await expect(response.text()).rejects.toThrow('Enough');
  });

  it('has the properties of the response', async () => {
    const url = await serve((_, response) => response.writeHead(200, { etag: '"a"' }).end('%PDF'));
    const response = await open(url).download({ ...file, url: `${url}/a` });
    expect(response).toMatchObject({ url: `${url}/a`, redirected: false, status: 200, ok: true });
    expect(response.headers.get('etag')).toBe('"a"');
    await response.body?.cancel();
  });
});

describe('errors of the caller', () => {
  it.each([
    ['with a small file', 10],
    ['with a large file', 1_000_000],
  ])('in the progress callback are passed on and not retried, %s', async (_, size) => {
    let requests = 0;
    const url = await serve((request, response) => {
      requests += 1;
      request.resume().on('end', () => response.end(JSON.stringify(file)));
    });
    const error = new RangeError('No such element');
    const call = open(url, { retries: 4 }).mergePdf(
      { files: [pdf(size), pdf(size)] },
      {
        onProgress: () => {
          throw error;
        },
      },
    );
    expect(await errorOf(call)).toBe(error);
    expect(requests).toBeLessThanOrEqual(1);
  });

  it.each([
    ['a small file', 10],
    ['a large file', 1_000_000],
  ])('in %s, which cannot be read, are passed on and not retried', async (_, size) => {
    const folder = await mkdtemp(join(tmpdir(), 'client-transport-'));
    const path = join(folder, 'a.pdf');
    await writeFile(path, '%'.repeat(size));
    const changed = await openAsBlob(path);
    await writeFile(path, '%'.repeat(size + 1));
    const url = await serve((request, response) => request.resume().on('end', () => response.end('{}')));
    const retried: Error[] = [];
    const call = open(url, { retries: 4 }).splitPdf(
      { file: changed },
      { onRetry: (error) => retried.push(error) },
    );
    expect(await errorOf(call)).toMatchObject({ name: 'NotReadableError' });
    expect(retried).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('in an idempotency key are passed on and not retried', async () => {
    const service = new FakeService(() => jsonResponse(file));
    const client = open('https://api.example.com', { fetch: service.fetch, retries: 4 });
    const call = client.splitPdf({ file: pdf(1) }, { idempotencyKey: 'a\nb' });
    expect(await errorOf(call)).toBeInstanceOf(TypeError);
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['convert.example.com', 'such as http://convert.example.com.'],
    ['localhost:3000', 'such as http://localhost:3000.'],
    ['ftp://example.com', 'must be an http:// or https:// URL.'],
    ['/prod', 'must be an http:// or https:// URL'],
    ['', 'must be an http:// or https:// URL.'],
    ['https://user:secret@example.com', 'must not contain a user name'],
    ['https://example.com/?stage=prod', 'must not contain'],
  ])('in the base URL %j are reported by the constructor', (baseUrl, message) => {
    expect(() => open(baseUrl)).toThrow(TypeError);
    expect(() => open(baseUrl)).toThrow(message);
  });

  it.each(['fcs_…', 'fcs_key\n', 'fcs key'])('in the key %j are reported without the key', (apiKey) => {
    expect(() => open('https://api.example.com', { apiKey })).toThrow(
      new TypeError('The API key must consist of printable ASCII characters without spaces and line breaks.'),
    );
  });
});
