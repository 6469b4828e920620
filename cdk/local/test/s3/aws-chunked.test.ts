import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decodeAwsChunked } from '../../src/s3/body/aws-chunked.ts';
import { deriveSigningKey } from '../../src/sigv4/signing-key.ts';
import type { SignatureChain } from '../../src/sigv4.ts';

const scope = { date: '20130524', region: 'us-east-1', service: 's3' };
const chain = (seedSignature: string): SignatureChain => ({
  signingKey: deriveSigningKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', scope),
  timestamp: '20130524T000000Z',
  scope: '20130524/us-east-1/s3/aws4_request',
  seedSignature,
});

/** The body of the example in AWS's page on signed chunks: 65 KB of the letter a. */
const signedBody = [
  `10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n`,
  'a'.repeat(65536),
  `\r\n400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n`,
  'a'.repeat(1024),
  `\r\n0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n`,
].join('');
const signedSeed = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9';

/** The body of the example in AWS's page on signed chunks with trailers. */
const trailingBody = [
  `10000;chunk-signature=b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2\r\n`,
  'a'.repeat(65536),
  `\r\n400;chunk-signature=1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7\r\n`,
  'a'.repeat(1024),
  `\r\n0;chunk-signature=2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992\r\n`,
  `x-amz-checksum-crc32c:sOO8/Q==\r\n`,
  `x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n`,
].join('');
const trailingSeed = '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e';

/** Feeds a body in pieces of that many bytes and joins what comes out. */
async function decode(
  body: string,
  seed: string | undefined,
  pieceSize: number,
  trailers = new Map<string, string>(),
): Promise<string> {
  const bytes = Buffer.from(body);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += pieceSize) {
      yield await Promise.resolve(bytes.subarray(at, at + pieceSize));
    }
  };
  const decoded: Buffer[] = [];
  for await (const data of decodeAwsChunked(
    pieces(),
    seed === undefined ? undefined : chain(seed),
    trailers,
  )) {
    decoded.push(data);
  }
  return Buffer.concat(decoded).toString();
}

describe('signed chunks', () => {
  test.each([7, 1000, 65536, 1_000_000])(
    'of the AWS example are accepted in pieces of %i bytes',
    async (size) => {
      expect(await decode(signedBody, signedSeed, size)).toBe('a'.repeat(66560));
    },
  );

  test('with trailers, of the AWS example, are accepted', async () => {
    const trailers = new Map<string, string>();
    expect(await decode(trailingBody, trailingSeed, 4096, trailers)).toBe('a'.repeat(66560));
    expect([...trailers]).toEqual([['x-amz-checksum-crc32c', 'sOO8/Q==']]);
  });

  test.each<[string, (body: string) => string]>([
    ['changed data', (body) => body.replace('aaaa', 'aaab')],
    ['a chunk left out', (body) => body.replace(/\r\n400;[^\r]*\r\na{1024}/, '')],
    ['another signature', (body) => body.replace('chunk-signature=0', 'chunk-signature=1')],
    ['no signature', (body) => body.replace(/^10000;[^\r]*/, '10000')],
    ['an early end', (body) => body.replace(/400;.*$/s, `0;chunk-signature=${'0'.repeat(64)}\r\n\r\n`)],
  ])('are rejected with %s', async (_, change) => {
    const changed = change(signedBody);
    expect(changed).not.toBe(signedBody);
    await expect(decode(changed, signedSeed, 4096)).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  test('are rejected after another request than the one they were signed for', async () => {
    await expect(decode(signedBody, trailingSeed, 4096)).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
  });

  test.each<[string, (body: string) => string]>([
    ['changed', (body) => body.replace('sOO8', 'sOO9')],
    ['unsigned', (body) => body.replace(/x-amz-trailer-signature.*\r\n\r\n/, '\r\n')],
  ])('are rejected if the trailers are %s', async (_, change) => {
    await expect(decode(change(trailingBody), trailingSeed, 4096)).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
  });
});

describe('unsigned chunks', () => {
  test('are joined, and their trailers read', async () => {
    const trailers = new Map<string, string>();
    const body = '5\r\nhello\r\nA\r\n, \r\nworld!\r\n0\r\nX-Amz-Checksum-CRC32: abc=\r\n\r\n';
    for (const size of [1, 2, 3, 100])
      expect(await decode(body, undefined, size, trailers)).toBe('hello, \r\nworld!');
    expect(trailers.get('x-amz-checksum-crc32')).toBe('abc=');
  });

  test.each([
    '',
    '5\r\nhel',
    '5\r\nhello\r\n',
    '5\r\nhello\r\n0\r\n',
    '5\r\nhelloX\r\n0\r\n\r\n',
    'g\r\n',
    '-1\r\n',
    '5\nhello\n0\n\n',
    '0\r\nno trailer\r\n\r\n',
    'fffffffffffffffff\r\n',
    '0'.repeat(10_000),
  ])('that read %j are an incomplete body', async (body) => {
    await expect(decode(body, undefined, 3)).rejects.toMatchObject({ code: 'IncompleteBody', status: 400 });
  });

  test('of 20 MB pass in bounded time', async () => {
    const data = 'x'.repeat(65536);
    const body = `${`10000\r\n${data}\r\n`.repeat(320)}0\r\n\r\n`;
    const decoded = await decode(body, undefined, 65536);
    expect(createHash('md5').update(decoded).digest('hex')).toBe(
      createHash('md5').update(data.repeat(320)).digest('hex'),
    );
  });
});
