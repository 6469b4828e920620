import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIGatewayClient, GetApiKeyCommand } from '@aws-sdk/client-api-gateway';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifySignature, type RequestToVerify, type Verification } from '../src/sigv4.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local secret' };

/** Records what real clients send, so that single parts can be changed before the signature is checked. */
let recorder: Server;
let endpoint: string;
let recorded: Required<RequestToVerify>[] = [];

beforeAll(async () => {
  recorder = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { method = '', url = '', headers } = request;
      recorded.push({ method, target: url, headers, body: Buffer.concat(chunks) });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${String((recorder.address() as AddressInfo).port)}`;
});

afterAll(() => {
  recorder.closeAllConnections();
  recorder.close();
});

const clientOptions = () => ({ endpoint, region: 'eu-west-3', credentials, maxAttempts: 1 });
const s3 = () => new S3Client({ ...clientOptions(), forcePathStyle: true });

/** The request that a client sends; whether it understands the recorder's response does not matter. */
async function record(send: () => Promise<unknown>): Promise<Required<RequestToVerify>> {
  recorded = [];
  await send().catch(() => undefined);
  const [request] = recorded;
  if (request === undefined) throw new Error('The client sent nothing.');
  return request;
}

const signedGet = () =>
  record(() => s3().send(new GetObjectCommand({ Bucket: 'files', Key: 'a.pdf', Range: 'bytes=0-9' })));

async function presignedGet(
  options: { expiresIn?: number; signingDate?: Date } = {},
): Promise<RequestToVerify> {
  const command = new GetObjectCommand({
    Bucket: 'files',
    Key: "results/Zoë (1)+2 'x'!*.pdf",
    ResponseContentDisposition: 'attachment; filename="a b.pdf"',
  });
  const url = new URL(await getSignedUrl(s3(), command, { expiresIn: 900, ...options }));
  return { method: 'GET', target: url.pathname + url.search, headers: { host: url.host } };
}

const check = (request: RequestToVerify, service = 's3', now?: Date) =>
  verifySignature(request, credentials, service, now);

const codeOf = (verification: Verification) => (verification.ok ? 'ok' : verification.code);

describe('a signature in the Authorization header', () => {
  test('of a request to S3 is accepted and names the hash of the body', async () => {
    const request = await record(() =>
      s3().send(
        new PutObjectCommand({
          Bucket: 'files',
          Key: "a b/ü+(1)'!*~%2F.txt",
          Body: 'hello',
          Metadata: { x: 'a  b' },
        }),
      ),
    );
    expect(check(request)).toMatchObject({
      ok: true,
      presigned: false,
      payloadHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  test('of a request to SQS is accepted', async () => {
    const sqs = new SQSClient({ ...clientOptions(), md5: false });
    const request = await record(() =>
      sqs.send(new SendMessageCommand({ QueueUrl: `${endpoint}/0/q`, MessageBody: 'm' })),
    );
    expect(codeOf(check(request, 'sqs'))).toBe('ok');
  });

  test('of a request to API Gateway is accepted although its path is encoded twice', async () => {
    const gateway = new APIGatewayClient(clientOptions());
    const request = await record(() =>
      gateway.send(new GetApiKeyCommand({ apiKey: "a b/ü'(1)", includeValue: true })),
    );
    expect(request.target).toContain('%20');
    expect(codeOf(check(request, 'apigateway'))).toBe('ok');
  });

  test('covers the body of a service other than S3', async () => {
    const sqs = new SQSClient({ ...clientOptions(), md5: false });
    const request = await record(() =>
      sqs.send(new SendMessageCommand({ QueueUrl: `${endpoint}/0/q`, MessageBody: 'm' })),
    );
    expect(codeOf(check({ ...request, body: `${String(request.body)} ` }, 'sqs'))).toBe(
      'SignatureDoesNotMatch',
    );
  });

  test.each<[string, (request: RequestToVerify) => Partial<RequestToVerify>]>([
    ['another method', () => ({ method: 'DELETE' })],
    ['another path', () => ({ target: '/files/b.pdf?x-id=GetObject' })],
    ['an added parameter', ({ target }) => ({ target: `${target}&response-content-type=text/html` })],
    ['a changed parameter', ({ target }) => ({ target: target.replace('GetObject', 'PutObject') })],
    ['a changed signed header', ({ headers }) => ({ headers: { ...headers, range: 'bytes=0-10' } })],
    ['a dropped signed header', ({ headers: { range: _, ...headers } }) => ({ headers })],
    ['another host', ({ headers }) => ({ headers: { ...headers, host: '127.0.0.1:1' } })],
  ])('does not match %s', async (_, change) => {
    const request = await signedGet();
    expect(codeOf(check(request))).toBe('ok');
    expect(codeOf(check({ ...request, ...change(request) }))).toBe('SignatureDoesNotMatch');
  });

  test('must cover every x-amz header', async () => {
    const request = await signedGet();
    const headers = { ...request.headers, 'x-amz-meta-owner': 'me' };
    expect(check({ ...request, headers })).toMatchObject({ code: 'AccessDenied', status: 403 });
  });

  test('must cover the host', async () => {
    const request = await signedGet();
    const authorization = request.headers.authorization
      ?.replace('SignedHeaders=', 'SignedHeaders=x')
      .replace(';host;', ';');
    expect(codeOf(check({ ...request, headers: { ...request.headers, authorization } }))).toBe(
      'AccessDenied',
    );
  });

  test('is rejected fifteen minutes before and after it was made', async () => {
    const request = await signedGet();
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(codeOf(check(request, 's3', at(14)))).toBe('ok');
    expect(codeOf(check(request, 's3', at(-14)))).toBe('ok');
    expect(codeOf(check(request, 's3', at(16)))).toBe('RequestTimeTooSkewed');
    expect(codeOf(check(request, 's3', at(-16)))).toBe('RequestTimeTooSkewed');
  });

  test('of an unknown key is rejected', async () => {
    const request = await signedGet();
    const verification = verifySignature(request, { ...credentials, accessKeyId: 'other' }, 's3');
    expect(codeOf(verification)).toBe('InvalidAccessKeyId');
  });

  test('made with another secret is rejected', async () => {
    const request = await signedGet();
    const verification = verifySignature(request, { ...credentials, secretAccessKey: 'other' }, 's3');
    expect(codeOf(verification)).toBe('SignatureDoesNotMatch');
  });

  test('made for another service is rejected', async () => {
    expect(codeOf(check(await signedGet(), 'sqs'))).toBe('AuthorizationHeaderMalformed');
  });

  test.each([
    ['AWS local:c2lnbmF0dXJl', 'InvalidRequest'],
    ['Bearer token', 'InvalidRequest'],
    ['AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=abc', 'AuthorizationHeaderMalformed'],
    ['AWS4-HMAC-SHA256 ', 'AuthorizationHeaderMalformed'],
  ])('that reads "%s" is rejected', async (authorization, code) => {
    const request = await signedGet();
    expect(codeOf(check({ ...request, headers: { ...request.headers, authorization } }))).toBe(code);
  });

  test('naming a property of every object as a header is rejected like any wrong one', async () => {
    const request = await signedGet();
    const authorization = request.headers.authorization?.replace(
      'SignedHeaders=',
      'SignedHeaders=__proto__;constructor;',
    );
    expect(codeOf(check({ ...request, headers: { ...request.headers, authorization } }))).toBe(
      'SignatureDoesNotMatch',
    );
  });
});

describe('a presigned query', () => {
  test('is accepted until it expires', async () => {
    const signingDate = new Date('2026-01-02T03:04:05Z');
    const request = await presignedGet({ expiresIn: 60, signingDate });
    expect(check(request, 's3', new Date('2026-01-02T03:05:04Z'))).toMatchObject({
      ok: true,
      presigned: true,
      payloadHash: 'UNSIGNED-PAYLOAD',
    });
    expect(check(request, 's3', new Date('2026-01-02T03:05:05Z'))).toMatchObject({
      code: 'AccessDenied',
      message: 'Request has expired',
    });
  });

  test('from the future is rejected', async () => {
    const request = await presignedGet({ signingDate: new Date('2026-01-02T03:30:00Z') });
    expect(codeOf(check(request, 's3', new Date('2026-01-02T03:00:00Z')))).toBe('AccessDenied');
  });

  test('stays valid when a client writes the same address with other escapes', async () => {
    const request = await presignedGet();
    const target = request.target.replace('%28', '(').replace('%20', '%20').replace('%27', "'");
    expect(target).not.toBe(request.target);
    expect(codeOf(check({ ...request, target }))).toBe('ok');
  });

  test.each<[string, (target: string) => string]>([
    ['another key', (target) => target.replace('.pdf?', '.pdx?')],
    ['another bucket', (target) => target.replace('/files/', '/other/')],
    ['another disposition', (target) => target.replace('attachment', 'inline')],
    ['no disposition', (target) => target.replace(/&response-content-disposition=[^&]*/, '')],
    ['an added response header', (target) => `${target}&response-content-type=text%2Fhtml`],
    ['a longer expiry', (target) => target.replace('X-Amz-Expires=900', 'X-Amz-Expires=901')],
    ['another operation', (target) => target.replace('x-id=GetObject', 'x-id=DeleteObject')],
    ['an added empty parameter', (target) => `${target}&acl`],
    [
      'a changed signature',
      (target) =>
        target.replace(/X-Amz-Signature=./, (text) =>
          text.endsWith('0') ? text.replace(/0$/, '1') : text.replace(/.$/, '0'),
        ),
    ],
    ['a shortened signature', (target) => target.replace(/(X-Amz-Signature=[0-9a-f]{63})[0-9a-f]/, '$1')],
  ])('does not match %s', async (_, change) => {
    const request = await presignedGet();
    const target = change(request.target);
    expect(target).not.toBe(request.target);
    expect(check({ ...request, target })).toMatchObject({ code: 'SignatureDoesNotMatch', status: 403 });
  });

  test('for GET does not serve HEAD, PUT or DELETE', async () => {
    const request = await presignedGet();
    for (const method of ['HEAD', 'PUT', 'DELETE']) {
      expect(codeOf(check({ ...request, method }))).toBe('SignatureDoesNotMatch');
    }
  });

  test.each<[string, (target: string) => string]>([
    ['longer than a week', (target) => target.replace('X-Amz-Expires=900', 'X-Amz-Expires=604801')],
    ['negative', (target) => target.replace('X-Amz-Expires=900', 'X-Amz-Expires=-1')],
    ['not a number', (target) => target.replace('X-Amz-Expires=900', 'X-Amz-Expires=1e5')],
    ['missing', (target) => target.replace('&X-Amz-Expires=900', '')],
    ['repeated', (target) => `${target}&X-Amz-Expires=604800`],
  ])('with an expiry that is %s is rejected', async (_, change) => {
    const request = await presignedGet();
    const verification = check({ ...request, target: change(request.target) });
    expect(verification).toMatchObject({ code: 'AuthorizationQueryParametersError', status: 400 });
  });

  test('beside an Authorization header is rejected', async () => {
    const request = await presignedGet();
    const headers: IncomingHttpHeaders = { ...request.headers, authorization: 'AWS4-HMAC-SHA256 x' };
    expect(check({ ...request, headers })).toMatchObject({ code: 'InvalidArgument', status: 400 });
  });

  test('with a malformed escape sequence is rejected', async () => {
    const request = await presignedGet();
    expect(codeOf(check({ ...request, target: request.target.replace('/files/', '/files/%E0%A4') }))).toBe(
      'InvalidURI',
    );
    expect(codeOf(check({ ...request, target: `${request.target}&x=%zz` }))).toBe('InvalidURI');
  });
});

test('an unsigned request is rejected in the words of the service', () => {
  const request = { method: 'GET', target: '/', headers: { host: 'x' } };
  expect(check(request)).toMatchObject({ code: 'AccessDenied', status: 403 });
  expect(check(request, 'sqs')).toMatchObject({ code: 'MissingAuthenticationToken', status: 403 });
});

test('a request sent over a socket keeps its signature', async () => {
  const request = await presignedGet();
  const arrived = await record(
    () =>
      new Promise((resolve, reject) =>
        httpRequest(`${endpoint}${request.target}`, resolve).on('error', reject).end(),
      ),
  );
  expect(codeOf(check(arrived))).toBe('ok');
});
