import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOfResponse, startLocalS3, type LocalS3 } from '../../testing/s3.ts';

let s3: LocalS3;
beforeAll(async () => {
  const cors = [
    {
      allowedOrigins: ['https://app.example.com', 'https://*.preview.example.com'],
      allowedMethods: ['PUT', 'POST'],
      allowedHeaders: ['content-type', 'x-amz-*'],
      exposedHeaders: ['ETag'],
      maxAgeSeconds: 600,
    },
    { allowedOrigins: ['*'], allowedMethods: ['GET', 'HEAD'], allowedHeaders: [], exposedHeaders: [] },
  ];
  s3 = await startLocalS3({ bucket: { cors } });
  await s3.client.send(new PutObjectCommand({ Bucket: 'files', Key: 'a', Body: 'a' }));
});
afterAll(() => s3[Symbol.asyncDispose]());

function preflight(origin: string, method: string, headers?: string, bucket = 'files'): Promise<Response> {
  return fetch(`${s3.endpoint}/${bucket}/a`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      ...(headers === undefined ? {} : { 'access-control-request-headers': headers }),
    },
  });
}

const corsOf = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')));

describe('a preflight request', () => {
  test('gets the headers of the rule that matches', async () => {
    const response = await preflight('https://app.example.com', 'PUT', 'Content-Type, X-Amz-Meta-A');
    expect(response.status).toBe(200);
    expect(corsOf(response)).toEqual({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'PUT, POST',
      'access-control-allow-headers': 'content-type, x-amz-meta-a',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '600',
    });
    expect(response.headers.get('vary')).toContain('Origin');
  });

  test('from any origin gets a star, if the rule says so', async () => {
    const response = await preflight('https://anywhere.example', 'GET');
    expect(corsOf(response)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
    });
  });

  test('from an origin that matches a pattern is allowed', async () => {
    expect((await preflight('https://pr-1.preview.example.com', 'POST')).status).toBe(200);
  });

  test.each([
    ['https://evil.example', 'PUT', undefined],
    ['https://app.example.com.evil.example', 'PUT', undefined],
    ['https://preview.example.com', 'PUT', undefined],
    ['https://app.example.com', 'DELETE', undefined],
    ['https://app.example.com', 'PUT', 'authorization'],
    ['https://anywhere.example', 'GET', 'range'],
  ])('from %s for %s with %s is rejected', async (origin, method, headers) => {
    const response = await preflight(origin, method, headers);
    expect(corsOf(response)).toEqual({});
    expect(await errorOfResponse(response)).toBe('403 AccessForbidden');
  });

  test('to a bucket without rules, or to none, is rejected', async () => {
    for (const bucket of ['other', 'absent']) {
      expect(
        await errorOfResponse(await preflight('https://app.example.com', 'GET', undefined, bucket)),
      ).toBe('403 AccessForbidden');
    }
  });

  test('without an origin is rejected', async () => {
    expect(await errorOfResponse(await fetch(`${s3.endpoint}/files/a`, { method: 'OPTIONS' }))).toBe(
      '400 BadRequest',
    );
  });
});

describe('a request from another origin', () => {
  test('gets the headers of the rule, errors too', async () => {
    const url = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket: 'files', Key: 'a' }));
    const headers = { origin: 'https://anywhere.example' };
    expect((await fetch(url, { headers })).headers.get('access-control-allow-origin')).toBe('*');
    const rejected = await fetch(`${url}0`, { headers });
    expect(rejected.status).toBe(403);
    expect(rejected.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('that no rule allows gets none', async () => {
    const headers = { origin: 'https://evil.example' };
    const response = await fetch(`${s3.endpoint}/files`, { method: 'POST', headers });
    expect(corsOf(response)).toEqual({});
  });
});
