import { createHash } from 'node:crypto';
import { startChecksum, type Checksum, type ChecksumAlgorithm } from './checksum.ts';

interface Digests {
  md5: Buffer;
  /** Hexadecimal. */
  sha256: string | undefined;
  checksum: Checksum | undefined;
}

/** What is computed of a body while it passes. */
export class BodyDigests {
  size = 0;
  readonly #md5 = createHash('md5');
  readonly #sha256: ReturnType<typeof createHash> | undefined;
  readonly #checksum:
    { algorithm: ChecksumAlgorithm; running: ReturnType<typeof startChecksum> | undefined } | undefined;
  #results: Digests | undefined;

  constructor(wanted: { sha256: boolean; checksum: ChecksumAlgorithm | undefined }) {
    this.#sha256 = wanted.sha256 ? createHash('sha256') : undefined;
    // Its own hash serves the checksum too.
    const isKnown = wanted.sha256 && wanted.checksum === 'sha256';
    this.#checksum =
      wanted.checksum === undefined
        ? undefined
        : {
            algorithm: wanted.checksum,
            running: isKnown ? undefined : startChecksum(wanted.checksum),
          };
  }

  update(data: Buffer): void {
    this.size += data.length;
    this.#md5.update(data);
    this.#sha256?.update(data);
    this.#checksum?.running?.update(data);
  }

  /** Ends the computation; asked again it answers the same. */
  results(): Digests {
    this.#results ??= this.#finish();
    return this.#results;
  }

  #finish(): Digests {
    const sha256 = this.#sha256?.digest();
    const value = this.#checksum?.running?.digest() ?? sha256 ?? Buffer.of();
    return {
      md5: this.#md5.digest(),
      sha256: sha256?.toString('hex'),
      checksum: this.#checksum && {
        algorithm: this.#checksum.algorithm,
        value: value.toString('base64'),
        type: 'FULL_OBJECT',
      },
    };
  }
}
