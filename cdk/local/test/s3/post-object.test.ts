import { connect } from 'node:net';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials, errorOf, errorOfResponse, startLocalS3, type LocalS3 } from '../../testing/s3.ts';

const Bucket = 'files';
let now = new Date();
let s3: LocalS3;
beforeAll(async () => {
  s3 = await startLocalS3({ now: () => now });
});
afterAll(() => s3[Symbol.asyncDispose]());

/** A form for one PDF of 10 to 1,000 bytes, as an API would hand it out. */
const presign = (changed: Partial<PresignedPostOptions> = {}) =>
  createPresignedPost(s3.client, {
    Bucket,
    Key: 'uploads/1',
    Conditions: [['content-length-range', 10, 1000]],
    Fields: { 'Content-Type': 'application/pdf', 'x-amz-meta-owner': 'key-1' },
    Expires: 900,
    ...changed,
  });

async function post(
  { url, fields }: { url: string; fields: Record<string, string> },
  file: Blob | File = new Blob(['%PDF content'], { type: 'text/html' }),
  after: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  for (const [name, value] of Object.entries(after)) form.append(name, value);
  return fetch(url, { method: 'POST', body: form, redirect: 'manual' });
}

/** The form with some fields changed, or taken away. */
async function presignAndChange(
  changes: Record<string, string | undefined>,
  changed?: Partial<PresignedPostOptions>,
) {
  const { url, fields } = await presign(changed);
  const entries = Object.entries({ ...fields, ...changes }).filter((entry) => entry[1] !== undefined);
  return { url, fields: Object.fromEntries(entries) as Record<string, string> };
}

const read = async (Key: string) =>
  (await s3.client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

describe('an upload form', () => {
  test('stores the file as the policy describes it', async () => {
    const response = await post(await presign());
    expect(response.status).toBe(204);
    expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: 'uploads/1' }));
    expect(head).toMatchObject({
      ContentLength: 12,
      ContentType: 'application/pdf',
      Metadata: { owner: 'key-1' },
    });
    expect(await read('uploads/1')).toBe('%PDF content');
  });

  test('takes a file of 110 MB', async () => {
    const size = 110 * 1024 * 1024;
    const form = await presign({ Key: 'uploads/large', Conditions: [['content-length-range', size, size]] });
    const response = await post(form, new Blob([Buffer.alloc(size, 'a\r\n--')]));
    expect(response.status).toBe(204);
    const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: 'uploads/large' }));
    expect(head.ContentLength).toBe(size);
  });

  test('responds as the form asks', async () => {
    const respond = async (status: string) => {
      const response = await post(await presign({ Fields: { success_action_status: status } }));
      return [response.status, await response.text()] as const;
    };
    expect(await respond('200')).toEqual([200, '']);
    expect(await respond('404')).toEqual([204, '']);
    const [status, document] = await respond('201');
    expect(status).toBe(201);
    expect(document).toContain('<Bucket>files</Bucket><Key>uploads/1</Key>');
    const redirected = await post(
      await presign({ Fields: { success_action_redirect: 'https://example.com/done?a=b' } }),
    );
    expect(redirected.status).toBe(303);
    expect(redirected.headers.get('location')).toMatch(
      /^https:\/\/example\.com\/done\?a=b&bucket=files&key=uploads%2F1&etag=%22[0-9a-f]{32}%22$/,
    );
  });

  test.each(['report.pdf', 'C:\\fakepath\\report.pdf', '/home/me/report.pdf', '../../report.pdf'])(
    'puts the name of the file %s into the key',
    async (name) => {
      const form = await presign({ Key: 'named/${filename}' });
      expect((await post(form, new File(['%PDF content'], name))).status).toBe(204);
      expect(await read('named/report.pdf')).toBe('%PDF content');
    },
  );

  test('ignores what follows the file', async () => {
    expect((await post(await presign({ Key: 'uploads/2' }), undefined, { key: 'uploads/3' })).status).toBe(
      204,
    );
    expect(await read('uploads/2')).toBe('%PDF content');
    expect(await errorOf(read('uploads/3'))).toBe('404 NoSuchKey');
  });

  test('may leave the bucket to the address', async () => {
    expect((await post(await presignAndChange({ bucket: undefined }))).status).toBe(204);
  });

  test('is one at the address of a bucket only', async () => {
    for (const suffix of ['/uploads/1', '/x', '?delete', '?uploads', '/x?uploads']) {
      const { url, fields } = await presign();
      expect(await errorOfResponse(await post({ url: url + suffix, fields }))).toBe('403 AccessDenied');
    }
  });

  test('may hold fields that are to be ignored', async () => {
    expect((await post(await presignAndChange({ 'x-ignore-me': 'x' }))).status).toBe(204);
  });
});

describe('a policy', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['another key', { key: 'uploads/2' }],
    ['another bucket in the form', { bucket: 'other' }],
    ['another type', { 'Content-Type': 'text/html' }],
    ['no type', { 'Content-Type': undefined }],
    ['other metadata', { 'x-amz-meta-owner': 'key-2' }],
    ['more metadata', { 'x-amz-meta-other': 'x' }],
    ['an access list', { acl: 'public-read' }],
    ['an extra field', { 'Content-Disposition': 'inline' }],
    ['a redirect', { success_action_redirect: 'https://example.com/' }],
    ['a field named like a property of every object', { constructor: 'x' }],
    ['no policy', { Policy: undefined }],
  ])('rejects %s', async (_, changes) => {
    expect(await errorOfResponse(await post(await presignAndChange(changes)))).toBe('403 AccessDenied');
  });

  test('rejects a form that is sent to another bucket', async () => {
    for (const bucket of ['files', 'other', undefined]) {
      const form = await presignAndChange({ bucket });
      form.url = form.url.replace('/files', '/other');
      expect(await errorOfResponse(await post(form))).toBe('403 AccessDenied');
    }
  });

  test('rejects files outside its range of sizes, and stores nothing of them', async () => {
    const blobs = await s3.countBlobs();
    const form = await presign({ Key: 'uploads/sized' });
    expect(await errorOfResponse(await post(form, new Blob(['x'.repeat(9)])))).toBe('400 EntityTooSmall');
    expect(await errorOfResponse(await post(form, new Blob(['x'.repeat(1001)])))).toBe('400 EntityTooLarge');
    expect(await errorOfResponse(await post(form, new Blob([Buffer.alloc(3_000_000)])))).toBe(
      '400 EntityTooLarge',
    );
    expect(await s3.countBlobs()).toBe(blobs);
    expect((await post(form, new Blob(['x'.repeat(10)]))).status).toBe(204);
    expect((await post(form, new Blob(['x'.repeat(1000)]))).status).toBe(204);
  });

  test('expires', async () => {
    const form = await presign({ Expires: 60 });
    now = new Date(Date.now() + 61_000);
    const response = await post(form);
    now = new Date();
    const document = await response.text();
    expect(response.status).toBe(403);
    expect(document).toContain('Invalid according to Policy: Policy expired.');
  });

  test('names the condition that failed', async () => {
    const response = await post(await presignAndChange({ key: 'uploads/2' }));
    expect(await response.text()).toContain(
      'Invalid according to Policy: Policy Condition failed: [&quot;eq&quot;,&quot;$key&quot;,&quot;uploads/1&quot;]',
    );
  });

  test('that allows beginnings is held to them', async () => {
    const options = {
      Key: 'uploads/${filename}',
      Fields: {},
      Conditions: [['starts-with', '$Content-Type', 'image/'] as ['starts-with', string, string]],
    };
    const withType = async (type: string) =>
      post(await presignAndChange({ 'Content-Type': type }, options), new File(['x'], 'f'));
    expect((await withType('image/png')).status).toBe(204);
    expect((await withType('image/png, image/gif')).status).toBe(204);
    expect(await errorOfResponse(await withType('text/html'))).toBe('403 AccessDenied');
    expect(await errorOfResponse(await withType('image/png, text/html'))).toBe('403 AccessDenied');
    const elsewhere = await presignAndChange(
      { 'Content-Type': 'image/png', key: 'results/${filename}' },
      options,
    );
    expect(await errorOfResponse(await post(elsewhere))).toBe('403 AccessDenied');
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    [
      'tampered with',
      { Policy: Buffer.from('{"expiration":"2999-01-01T00:00:00Z","conditions":[]}').toString('base64') },
      '403 SignatureDoesNotMatch',
    ],
    [
      'signed with another key',
      { 'X-Amz-Credential': 'other/20260101/us-east-1/s3/aws4_request' },
      '400 InvalidArgument',
    ],
    ['without a signature', { 'X-Amz-Signature': undefined }, '400 InvalidArgument'],
    ['with a wrong signature', { 'X-Amz-Signature': '0'.repeat(64) }, '403 SignatureDoesNotMatch'],
    ['with another algorithm', { 'X-Amz-Algorithm': 'AWS4-HMAC-SHA1' }, '400 InvalidArgument'],
  ])('%s is rejected', async (_, changes, expected) => {
    expect(await errorOfResponse(await post(await presignAndChange(changes)))).toBe(expected);
  });

  test('signed by a stranger is rejected', async () => {
    const strangers = (changed: object) => s3.connect({ credentials: { ...credentials, ...changed } });
    const presignAs = (changed: object) => createPresignedPost(strangers(changed), { Bucket, Key: 'x' });
    expect(await errorOfResponse(await post(await presignAs({ accessKeyId: 'other' })))).toBe(
      '403 InvalidAccessKeyId',
    );
    expect(await errorOfResponse(await post(await presignAs({ secretAccessKey: 'other' })))).toBe(
      '403 SignatureDoesNotMatch',
    );
  });
});

describe('a form that is not well-formed', () => {
  /** Sends a body as it is, with one that a correct form would have for a start. */
  async function postRaw(change: (body: string) => string, contentType?: string): Promise<string> {
    const { url, fields } = await presign();
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n%PDF content\r\n--b--\r\n';
    const headers = { 'content-type': contentType ?? 'multipart/form-data; boundary=b' };
    const response = await fetch(url, { method: 'POST', body: change(parts.join('') + file), headers });
    return response.ok ? 'accepted' : errorOfResponse(response);
  }

  test('is rejected, but for harmless liberties', async () => {
    expect(await postRaw((body) => body)).toBe('accepted');
    expect(await postRaw((body) => `preamble\r\n${body}`)).toBe('accepted');
    expect(await postRaw((body) => body.trimEnd())).toBe('accepted');
    expect(await postRaw((body) => body, 'multipart/form-data; boundary="b"')).toBe('accepted');
    expect(await postRaw((body) => body.replace('--b--', ''))).toBe('400 MalformedPOSTRequest');
    expect(await postRaw((body) => body.replace('--b--', '--bx'))).toBe('400 MalformedPOSTRequest');
    expect(await postRaw((body) => body.slice(0, body.indexOf('content')))).toBe('400 MalformedPOSTRequest');
    expect(await postRaw((body) => body.replace(/; name="key"/, ''))).toBe('400 MalformedPOSTRequest');
    expect(await postRaw(() => '')).toBe('400 MalformedPOSTRequest');
    expect(await postRaw(() => 'no form at all')).toBe('400 MalformedPOSTRequest');
    expect(await postRaw((body) => body, 'multipart/form-data')).toBe('412 PreconditionFailed');
    expect(await postRaw((body) => body, 'multipart/form-data; boundary=c')).toBe('400 MalformedPOSTRequest');
  });

  test('is rejected without a file, or with a field twice', async () => {
    expect(await postRaw((body) => body.replace('name="file"', 'name="other"'))).toBe('400 InvalidArgument');
    const again = '--b\r\nContent-Disposition: form-data; name="KEY"\r\n\r\nuploads/9\r\n';
    expect(await postRaw((body) => again + body)).toBe('400 InvalidArgument');
  });

  test('is rejected with more than 20 KB before the file', async () => {
    const long = (size: number) =>
      `--b\r\nContent-Disposition: form-data; name="x-ignore-1"\r\n\r\n${'x'.repeat(size)}\r\n`;
    expect(await postRaw((body) => long(10_000) + body)).toBe('accepted');
    expect(await postRaw((body) => long(20_480) + body)).toBe('400 MaxPostPreDataLengthExceeded');
    expect(await postRaw((body) => 'x'.repeat(2_000_000) + body)).toBe('400 MaxPostPreDataLengthExceeded');
    expect(await postRaw((body) => `--b\r\nX: ${'x'.repeat(2_000_000)}\r\n${body}`)).toBe(
      '400 MaxPostPreDataLengthExceeded',
    );
  });
});

test('a form upload that breaks off leaves nothing behind', async () => {
  const blobs = await s3.countBlobs();
  const { url, fields } = await presign({ Key: 'uploads/broken' });
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${'x'.repeat(500)}`;
  const { port, host, pathname } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 100000\r\n` +
      `content-type: multipart/form-data; boundary=b\r\n\r\n${parts.join('')}${file}`,
  );
  await expect.poll(() => s3.countBlobs()).toBe(blobs + 1);
  socket.destroy();
  await expect.poll(() => s3.countBlobs()).toBe(blobs);
  expect(await errorOf(read('uploads/broken'))).toBe('404 NoSuchKey');
});
