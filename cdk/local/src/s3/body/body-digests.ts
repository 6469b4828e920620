import { createHash } from 'node:crypto';
import { startChecksum, type Checksum, type ChecksumAlgorithm } from './checksum.ts';

/** What is computed of a body while it passes. */
export class BodyDigests {
  size = 0;
  readonly #md5 = createHash('md5');
  readonly #sha256: ReturnType<typeof createHash> | undefined;
  readonly #checksum: { algorithm: ChecksumAlgorithm; running: ReturnType<typeof startChecksum> } | undefined;
  #results: { md5: Buffer; sha256: string | undefined; checksum: Checksum | undefined } | undefined;

  constructor(wanted: { sha256: boolean; checksum: ChecksumAlgorithm | undefined }) {
    this.#sha256 = wanted.sha256 ? createHash('sha256') : undefined;
    this.#checksum =
      wanted.checksum === undefined
        ? undefined
        : { algorithm: wanted.checksum, running: startChecksum(wanted.checksum) };
  }

  update(data: Buffer): void {
    this.size += data.length;
    this.#md5.update(data);
    this.#sha256?.update(data);
    this.#checksum?.running.update(data);
  }

  /** Ends the computation; asked again it answers the same. */
  results(): { md5: Buffer; sha256: string | undefined; checksum: Checksum | undefined } {
    this.#results ??= {
      md5: this.#md5.digest(),
      sha256: this.#sha256?.digest('hex'),
      checksum: this.#checksum && {
        algorithm: this.#checksum.algorithm,
        value: this.#checksum.running.digest().toString('base64'),
        type: 'FULL_OBJECT',
      },
    };
    return this.#results;
  }
}
