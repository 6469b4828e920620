import { invalidArgument, S3Error } from '../s3-error.ts';
import { headersOf, type S3Request } from '../request.ts';
import { decodeAwsChunked } from './aws-chunked.ts';
import { BodyDigests } from './body-digests.ts';
import type { Checksum, ChecksumAlgorithm } from './checksum.ts';
import { expectedChecksum, type ExpectedChecksum } from './expected-checksum.ts';

/** The largest body of one request. */
const maxBodyBytes = 5 * 1024 ** 3;

/**
 * The body of a signed request, decoded. Reading it to the end proves that it is what the client signed and
 * announced: length, `x-amz-content-sha256`, `Content-MD5`, additional checksum. If not, the last read throws.
 */
export class VerifiedBody implements AsyncIterable<Buffer> {
  readonly #request: S3Request;
  readonly #headers: Record<string, string>;
  readonly #payloadHash: string;
  readonly #expected: ExpectedChecksum | undefined;
  readonly #length: number;
  readonly #digests: BodyDigests;

  /**
   * @param checksumAlgorithm to compute even if the client announces no value
   * @throws S3Error `MissingContentLength`, `EntityTooLarge`, `InvalidArgument`, …
   */
  constructor(request: S3Request, options: { largest?: number; checksumAlgorithm?: ChecksumAlgorithm } = {}) {
    this.#request = request;
    this.#headers = headersOf(request);
    this.#payloadHash = request.signature?.payloadHash ?? '';
    this.#expected = expectedChecksum(this.#headers);
    this.#length = readLength(this.#headers, options.largest ?? maxBodyBytes);
    this.#digests = new BodyDigests({
      md5: this.#headers['content-md5'] !== undefined,
      checksum: this.#expected?.algorithm ?? options.checksumAlgorithm,
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const trailers = new Map<string, string>();
    const source = this.#decode(trailers);
    this.#request.acceptBody();
    for await (const data of source) {
      this.#digests.update(data);
      if (this.#digests.size > this.#length) throw incompleteBody();
      yield data;
    }
    this.#verify(trailers);
  }

  /** Bytes; complete once the body has been read. */
  get size(): number {
    return this.#digests.size;
  }

  /** Without quotes. */
  get etag(): string {
    return this.#digests.etag;
  }

  get checksum(): Checksum | undefined {
    return this.#digests.results().checksum;
  }

  #decode(trailers: Map<string, string>): AsyncIterable<Buffer> {
    // The connection outlives a body that is rejected half-way, or the client would not get to read why.
    const raw = this.#request.message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    switch (this.#payloadHash) {
      case 'UNSIGNED-PAYLOAD':
        return raw;
      case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
        return decodeAwsChunked(raw, undefined, trailers);
      case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
      case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
        return decodeAwsChunked(raw, this.#request.signature?.chain, trailers);
      default:
        if (isHash(this.#payloadHash)) return raw;
        throw invalidArgument(
          'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a STREAMING value or a SHA-256.',
        );
    }
  }

  #verify(trailers: Map<string, string>): void {
    const { md5, sha256, checksum } = this.#digests.results();
    if (this.#digests.size !== this.#length) throw incompleteBody();
    if (isHash(this.#payloadHash) && sha256 !== this.#payloadHash) {
      throw new S3Error(
        400,
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    const statedMd5 = this.#headers['content-md5'];
    if (statedMd5 !== undefined && statedMd5 !== md5) {
      if (Buffer.from(statedMd5, 'base64').length !== 16) {
        throw new S3Error(400, 'InvalidDigest', 'The Content-MD5 you specified was invalid.');
      }
      throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.');
    }
    if (this.#expected === undefined) return;
    const { algorithm, value = trailers.get(`x-amz-checksum-${algorithm}`) } = this.#expected;
    if (value !== checksum?.value) {
      const name = algorithm.toUpperCase();
      throw new S3Error(400, 'BadDigest', `The ${name} you specified did not match the calculated checksum.`);
    }
  }
}

/** Whether this value of `x-amz-content-sha256` is the hash of the body. */
const isHash = (payloadHash: string): boolean => /^[0-9a-f]{64}$/.test(payloadHash);

/** Bytes of the decoded body. S3 wants to know before it begins to read. */
function readLength(headers: Record<string, string>, largest: number): number {
  const text = headers['x-amz-decoded-content-length'] ?? headers['content-length'] ?? '';
  if (!/^\d{1,15}$/.test(text)) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  if (Number(text) > largest) {
    throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
      ProposedSize: text,
      MaxSizeAllowed: largest,
    });
  }
  return Number(text);
}

function incompleteBody(): S3Error {
  return new S3Error(
    400,
    'IncompleteBody',
    'You did not provide the number of bytes specified by the Content-Length HTTP header',
  );
}
