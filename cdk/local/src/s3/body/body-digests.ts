import { createHash } from 'node:crypto';
import { startChecksum, type Checksum, type ChecksumAlgorithm } from './checksum.ts';

interface Digests {
  /** Hexadecimal. */
  sha256: string;
  /** Base64, if wanted. */
  md5: string | undefined;
  checksum: Checksum | undefined;
}

/** Hexadecimal digits of an ETag. */
const etagDigits = 32;

/** What is computed of a body while it passes. */
export class BodyDigests {
  size = 0;
  readonly #sha256 = createHash('sha256');
  readonly #md5: ReturnType<typeof createHash> | undefined;
  readonly #checksum:
    { algorithm: ChecksumAlgorithm; running: ReturnType<typeof startChecksum> | undefined } | undefined;
  #results: Digests | undefined;

  constructor(wanted: { md5: boolean; checksum: ChecksumAlgorithm | undefined }) {
    this.#md5 = wanted.md5 ? createHash('md5') : undefined;
    this.#checksum = wanted.checksum && {
      algorithm: wanted.checksum,
      running: wanted.checksum === 'sha256' ? undefined : startChecksum(wanted.checksum),
    };
  }

  update(data: Buffer): void {
    this.size += data.length;
    this.#sha256.update(data);
    this.#md5?.update(data);
    this.#checksum?.running?.update(data);
  }

  /** Ends the computation. Later calls return the same. */
  results(): Digests {
    this.#results ??= this.#finish();
    return this.#results;
  }

  /**
   * Without quotes; complete once the body has been read. It depends on the content alone, as S3's does, but is no MD5,
   * which takes more than twice as long. S3's is none either for objects that a key of KMS encrypts.
   */
  get etag(): string {
    return this.results().sha256.slice(0, etagDigits);
  }

  #finish(): Digests {
    const sha256 = this.#sha256.digest();
    return {
      sha256: sha256.toString('hex'),
      md5: this.#md5?.digest('base64'),
      checksum: this.#checksum && {
        algorithm: this.#checksum.algorithm,
        value: (this.#checksum.running?.digest() ?? sha256).toString('base64'),
        type: 'FULL_OBJECT',
      },
    };
  }
}
