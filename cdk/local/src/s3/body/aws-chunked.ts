import { createHash } from 'node:crypto';
import type { SignatureChain } from '../../sigv4.ts';
import { sameSignature, sign } from '../../sigv4/signing-key.ts';
import { S3Error } from '../s3-error.ts';
import { ByteReader, LineTooLong, UnexpectedEnd } from './byte-reader.ts';

/** Longest line between chunks: a size with its signature, or a trailer. */
const maxLineBytes = 8 * 1024;
const SHA256_OF_NOTHING = createHash('sha256').digest('hex');

/**
 * Decodes `aws-chunked`: chunks with a size each and, if `chain` is given, a signature each that covers the one
 * before; then trailers, which are put into `trailers` by lower-case name.
 * @throws S3Error `IncompleteBody`, `SignatureDoesNotMatch`
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export async function* decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  chain: SignatureChain | undefined,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  const verifier = chain === undefined ? undefined : new ChainVerifier(chain);
  try {
    for (;;) {
      const { size, signature } = parseChunkHeader(await reader.line(maxLineBytes));
      const hash = createHash('sha256');
      for await (const data of reader.take(size)) {
        if (verifier !== undefined) hash.update(data);
        yield data;
      }
      verifier?.verifyChunk(hash.digest('hex'), signature);
      if (size === 0) break;
      if ((await reader.line(2)) !== '') throw incompleteBody();
    }
    await readTrailers(reader, verifier, trailers);
  } catch (error) {
    if (error instanceof UnexpectedEnd || error instanceof LineTooLong) throw incompleteBody();
    throw error;
  } finally {
    await reader.close();
  }
}

async function readTrailers(
  reader: ByteReader,
  verifier: ChainVerifier | undefined,
  trailers: Map<string, string>,
): Promise<void> {
  let signed = '';
  let signature: string | undefined;
  for (;;) {
    const line = await reader.line(maxLineBytes);
    if (line === '') break;
    const colon = line.indexOf(':');
    if (colon < 0) throw incompleteBody();
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'x-amz-trailer-signature') signature = value;
    else {
      trailers.set(name, value);
      signed += `${name}:${value}\n`;
    }
  }
  if (signed !== '') verifier?.verifyTrailers(signed, signature);
}

function parseChunkHeader(line: string): { size: number; signature: string | undefined } {
  const match = /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
  if (match === null) throw incompleteBody();
  return { size: parseInt(match[1] ?? '', 16), signature: match[2] };
}

/** Checks signatures of which each covers the one before, beginning with the request's own. */
class ChainVerifier {
  readonly #chain: SignatureChain;
  #previous: string;

  constructor(chain: SignatureChain) {
    this.#chain = chain;
    this.#previous = chain.seedSignature;
  }

  verifyChunk(sha256: string, signature: string | undefined): void {
    this.#verify('AWS4-HMAC-SHA256-PAYLOAD', [SHA256_OF_NOTHING, sha256], signature);
  }

  verifyTrailers(lines: string, signature: string | undefined): void {
    this.#verify('AWS4-HMAC-SHA256-TRAILER', [createHash('sha256').update(lines).digest('hex')], signature);
  }

  #verify(algorithm: string, hashes: string[], signature: string | undefined): void {
    const { signingKey, timestamp, scope } = this.#chain;
    const expected = sign(signingKey, [algorithm, timestamp, scope, this.#previous, ...hashes].join('\n'));
    if (signature === undefined || !sameSignature(expected, signature)) {
      throw new S3Error(
        403,
        'SignatureDoesNotMatch',
        'The signature of a chunk or of the trailers does not match.',
      );
    }
    this.#previous = expected;
  }
}

function incompleteBody(): S3Error {
  return new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly');
}
