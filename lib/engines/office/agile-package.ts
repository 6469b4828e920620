import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { AgileEncryption } from './encryption-info.ts';
import { readPackageSize, sizeBytes } from './package-size.ts';
import { FormatError } from '../../base/random-access.ts';
import { digest, spinPassword } from './spun-password.ts';

/** [MS-OFFCRYPTO] 2.3.4.13 and 2.3.4.14. */
const blockKeys = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierValue: Buffer.from('d7aa0f6d3061344e', 'hex'),
  keyValue: Buffer.from('146e0be7abacd0d6', 'hex'),
  hmacKey: Buffer.from('5fb2ad010cb9e1f6', 'hex'),
  hmacValue: Buffer.from('a0677f02b22c8433', 'hex'),
};

/** AES always has 16. */
const blockBytes = 16;
/** Bytes encrypted as one unit ([MS-OFFCRYPTO] 2.3.4.15). */
const segmentBytes = 4096;

/**
 * An encrypted package whose password is known. It is read in pieces of any length, so that it is never in memory as a
 * whole.
 */
export class AgilePackage {
  readonly #encryption: AgileEncryption;
  readonly #key: Buffer;

  private constructor(encryption: AgileEncryption, key: Buffer) {
    this.#encryption = encryption;
    this.#key = key;
  }

  /**
   * CPU time grows with the spin count: call it off the main thread.
   *
   * @returns undefined if the verifier shows that the password is wrong
   */
  static open(encryption: AgileEncryption, password: string): AgilePackage | undefined {
    const { package: data, password: key } = encryption;
    const spun = spinPassword(key.hash, key.salt, password, key.spinCount);
    const open = (blockKey: Buffer, encrypted: Buffer): Buffer =>
      decrypt(fit(digest(key.hash, spun, blockKey), key.keyBytes), fit(key.salt, blockBytes), encrypted);
    const expected = digest(
      key.hash,
      open(blockKeys.verifierInput, key.verifierHashInput).subarray(0, key.salt.length),
    );
    const verifier = open(blockKeys.verifierValue, key.verifierHashValue).subarray(0, key.hashBytes);
    if (verifier.length !== expected.length || !timingSafeEqual(verifier, expected)) return undefined;
    return new AgilePackage(encryption, fit(open(blockKeys.keyValue, key.keyValue), data.keyBytes));
  }

  /** Whether the package's HMAC is correct; also true if the writer omitted the HMAC. */
  async isIntact(pieces: AsyncIterable<Buffer>): Promise<boolean> {
    const { package: data, integrity } = this.#encryption;
    if (!integrity) return true;
    const open = (blockKey: Buffer, encrypted: Buffer): Buffer =>
      decrypt(this.#key, this.#vector(blockKey), encrypted).subarray(0, data.hashBytes);
    const hmac = createHmac(data.hash, open(blockKeys.hmacKey, integrity.hmacKey));
    for await (const piece of pieces) hmac.update(piece);
    const found = hmac.digest();
    const stored = open(blockKeys.hmacValue, integrity.hmacValue);
    return stored.length === found.length && timingSafeEqual(stored, found);
  }

  /**
   * The decrypted document in pieces.
   *
   * @throws FormatError when the document is shorter than its declared size
   */
  async *decrypt(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left: number | undefined;
    let index = 0;
    const number = Buffer.alloc(4);
    for await (const run of wholeSegments(pieces)) {
      const encrypted = left === undefined ? run.subarray(sizeBytes) : run;
      left ??= readPackageSize(run);
      const decrypted: Buffer[] = [];
      for (let at = 0; at < encrypted.length; at += segmentBytes) {
        number.writeUInt32LE((index += 1) - 1);
        decrypted.push(decrypt(this.#key, this.#vector(number), encrypted.subarray(at, at + segmentBytes)));
      }
      // Padding to a whole block at the end is not part of the document.
      const document = Buffer.concat(decrypted).subarray(0, left);
      left -= document.length;
      if (document.length > 0) yield document;
    }
    if (left !== 0) throw new FormatError('the encrypted package is cut off');
  }

  #vector(blockKey: Buffer): Buffer {
    const { hash: algorithm, salt } = this.#encryption.package;
    return fit(digest(algorithm, salt, blockKey), blockBytes);
  }
}

/**
 * The same bytes regrouped into whole segments; the first includes the size field, the last ends with a whole block.
 */
async function* wholeSegments(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let before = sizeBytes;
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = bytes.length - ((bytes.length - before) % segmentBytes);
    if (whole <= before) {
      rest = bytes;
      continue;
    }
    yield bytes.subarray(0, whole);
    rest = bytes.subarray(whole);
    before = 0;
  }
  const last = rest.length - ((rest.length - before) % blockBytes);
  if (last > 0) yield rest.subarray(0, last);
}

/** Truncated, or padded with 0x36, to `length` bytes. */
const fit = (bytes: Buffer, length: number): Buffer =>
  bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);

function decrypt(key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}
