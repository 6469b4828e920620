import { describe, expect, it } from 'vitest';
import { fileResponseExample as file } from '../../api/responses/file-response.ts';
import { ConversionClient } from '../src/conversion-client.ts';
import { StorageError } from '../src/errors.ts';
import { withOrigin } from '../src/response-origin.ts';
import { FakeService, jsonResponse } from './fake-service.ts';

const open = (service: FakeService): ConversionClient =>
  new ConversionClient({
    baseUrl: 'http://api.example.com/prod',
    apiKey: 'fcs_key',
    fetch: service.fetch,
    retries: 4,
  });

const redirectTo = (location: string, status: number) =>
  new Response(null, { status, headers: { location } });

/** A response as browsers return it after they have followed a redirect. */
const redirected = (response: Response, url: string): Response =>
  withOrigin(response, { url, redirected: true });

const calls: [string, (client: ConversionClient) => Promise<unknown>, string][] = [
  ['a conversion', (client) => client.mergePdf({ files: [new Blob(['%PDF'])] }), '/api/pdf/merge'],
  ['a job', (client) => client.getJob('job_1', { wait: 2 }), '/api/jobs/job_1?wait=2'],
];

describe.each(calls)('a redirect of %s to another address', (_, call, path) => {
  const to = `https://api.example.com/prod${path}`;

  it.each([
    [301, redirectTo(to, 301)],
    [302, redirectTo(to, 302)],
    [307, redirectTo(to, 307)],
    [308, redirectTo(to, 308)],
    ['a browser', redirected(new Response('Not found', { status: 404 }), to)],
  ])('by %s is an error that names the base URL, and is not retried', async (__, response) => {
    const service = new FakeService(() => response);
    const error: unknown = await call(open(service)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({
      message: 'The service redirects to https://api.example.com/prod; use that base URL.',
      retryable: false,
    });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it('to another site is an error that names the site', async () => {
    const service = new FakeService(() => redirectTo('https://portal.example.com/login', 302));
    await expect(open(service).health()).rejects.toThrow(
      'The service redirects to https://portal.example.com/login. Check the base URL.',
    );
  });

  it('to a result is followed without the key', async () => {
    const service = new FakeService(({ url }) =>
      url === file.url ? new Response('%PDF') : redirectTo(file.url, 303),
    );
    const response = await open(service).send('get-job-result', { id: 'job_1' });
    expect(await response.text()).toBe('%PDF');
    expect(response.redirected).toBe(true);
    const [first, second] = service.requests;
    expect(first?.headers.get('authorization')).toBe('Bearer fcs_key');
    expect([second?.method, second?.url, second?.headers.get('authorization')]).toEqual([
      'GET',
      file.url,
      null,
    ]);
  });

  it('to a result that the browser has followed is the result', async () => {
    const service = new FakeService(() => redirected(jsonResponse({ done: true }), file.url));
    const response = await open(service).send('get-job-result', { id: 'job_1' });
    expect(await response.json()).toEqual({ done: true });
  });
});
