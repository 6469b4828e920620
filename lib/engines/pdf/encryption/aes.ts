import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  type Decipheriv,
  randomFillSync,
} from 'node:crypto';

const blockBytes = 16;
const noVector = new Uint8Array(blockBytes);

/** What is encrypted in memory that is used again: nearly all strings and streams. */
const memoryBytes = 64 * 1024;

/**
 * AES-CBC as PDF uses it (ISO 32000-2, 7.6.3.1): the initialization vector comes first, padding last.
 *
 * All data of a key pass through one cipher, because Node.js takes longer to create one than to encrypt 5 KB. CBC combines
 * each block with the encrypted one before it. The first encrypted block of a string or stream therefore is the vector of
 * the rest, whatever came before: when a random block is encrypted, it is random, and when one is decrypted, the result is
 * dropped.
 */
export class AesCbc {
  readonly #key: Uint8Array;
  #cipher: Cipheriv | undefined;
  /** For the blocks to encrypt. New memory for each string and stream would take longer than the encryption. */
  #memory: Buffer | undefined;
  #decipher: Decipheriv | undefined;

  /** @param key 16 or 32 bytes */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  encrypt(data: Uint8Array): Buffer {
    this.#cipher ??= createCipheriv(cbc(this.#key), this.#key, noVector).setAutoPadding(false);
    const padding = blockBytes - (data.length % blockBytes);
    const blocks = this.#blocks(blockBytes + data.length + padding);
    randomFillSync(blocks, 0, blockBytes);
    blocks.set(data, blockBytes);
    blocks.fill(padding, blockBytes + data.length);
    return this.#cipher.update(blocks);
  }

  /** Decrypts truncated or wrongly padded data as far as possible. */
  decrypt(data: Uint8Array): Uint8Array {
    const end = data.length - (data.length % blockBytes);
    if (end <= blockBytes) return new Uint8Array(0);
    this.#decipher ??= createDecipheriv(cbc(this.#key), this.#key, noVector).setAutoPadding(false);
    const out = this.#decipher.update(data.subarray(0, end)).subarray(blockBytes);
    const padding = out.at(-1) ?? 0;
    return padding >= 1 && padding <= blockBytes ? out.subarray(0, out.length - padding) : out;
  }

  #blocks(size: number): Buffer {
    if (size > memoryBytes) return Buffer.allocUnsafe(size);
    this.#memory ??= Buffer.allocUnsafeSlow(memoryBytes);
    return this.#memory.subarray(0, size);
  }
}

const cbc = (key: Uint8Array): string => (key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc');

/** AES-CBC over whole blocks, without padding. */
export function encryptBlocks(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  return createCipheriv(cbc(key), key, vector).setAutoPadding(false).update(data);
}

/** The inverse of {@link encryptBlocks}. */
export function decryptBlocks(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Uint8Array {
  // There is no padding, so `final` would return nothing.
  return createDecipheriv(cbc(key), key, vector).setAutoPadding(false).update(data);
}
