import { createDecipheriv, type Decipheriv, timingSafeEqual } from 'node:crypto';
import type { StandardEncryption } from './encryption-info.ts';
import { readPackageSize, sizeBytes } from './package-size.ts';
import { FormatError } from '../../base/random-access.ts';
import { digest, spinPassword } from './spun-password.ts';

/** [MS-OFFCRYPTO] 2.3.4.7. */
const rounds = 50_000;
/** SHA-1's block size in bytes. */
const hashBlockBytes = 64;

/** A package in standard encryption whose password is known. It is read in pieces of any length. */
export class StandardPackage {
  readonly #key: Buffer;

  private constructor(key: Buffer) {
    this.#key = key;
  }

  /**
   * Hashes 50,000 times: call it off the main thread.
   *
   * @returns undefined if the verifier shows that the password is wrong ([MS-OFFCRYPTO] 2.3.4.9)
   */
  static open(encryption: StandardEncryption, password: string): StandardPackage | undefined {
    const key = keyOf(encryption, password);
    const decrypted = (bytes: Buffer): Buffer => decipherOf(key).update(bytes);
    const expected = digest('sha1', decrypted(encryption.verifier));
    const stored = decrypted(encryption.verifierHash).subarray(0, expected.length);
    return timingSafeEqual(stored, expected) ? new StandardPackage(key) : undefined;
  }

  /**
   * The decrypted document in pieces.
   *
   * @throws FormatError when the document is shorter than its declared size
   */
  async *decrypt(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const decipher = decipherOf(this.#key);
    let start: Buffer = Buffer.alloc(0);
    let left: number | undefined;
    for await (const piece of pieces) {
      let encrypted = piece;
      if (left === undefined) {
        start = Buffer.concat([start, piece]);
        if (start.length < sizeBytes) continue;
        left = readPackageSize(start);
        encrypted = start.subarray(sizeBytes);
      }
      // The package is padded to a whole block; data after it is not part of the document.
      const document = decipher.update(encrypted).subarray(0, left);
      left -= document.length;
      if (document.length > 0) yield document;
    }
    if (left !== 0) throw new FormatError('the encrypted package is cut off');
  }
}

/** [MS-OFFCRYPTO] 2.3.4.7: the key is the start of the hash of the padded hash; 128 bits need its first block only. */
function keyOf({ salt, keyBytes }: StandardEncryption, password: string): Buffer {
  const spun = digest('sha1', spinPassword('sha1', salt, password, rounds), Buffer.alloc(4));
  const padded = Buffer.alloc(hashBlockBytes, 0x36);
  for (const [at, byte] of spun.entries()) padded[at] = byte ^ 0x36;
  return digest('sha1', padded).subarray(0, keyBytes);
}

const decipherOf = (key: Buffer): Decipheriv =>
  createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
