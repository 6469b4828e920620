import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const blockBytes = 16;

/**
 * Decrypts AES-CBC data as PDF uses it (ISO 32000-2, 7.6.3.1): the initialization vector comes first, padding last.
 * Truncated or wrongly padded data are decrypted as far as possible.
 *
 * @param key 16 or 32 bytes
 */
export function decryptAes(key: Uint8Array, data: Uint8Array): Uint8Array {
  const end = data.length - (data.length % blockBytes);
  if (end <= blockBytes) return new Uint8Array(0);
  const out = decryptBlocks(key, data.subarray(0, blockBytes), data.subarray(blockBytes, end));
  const padding = out.at(-1) ?? 0;
  return padding >= 1 && padding <= blockBytes ? out.subarray(0, out.length - padding) : out;
}

/**
 * Encrypts data with AES-256-CBC as PDF uses it: a random initialization vector, then the padded data.
 *
 * @param key 32 bytes
 */
export function encryptAes(key: Uint8Array, data: Uint8Array): Buffer {
  const vector = randomBytes(blockBytes);
  const cipher = createCipheriv('aes-256-cbc', key, vector);
  return Buffer.concat([vector, cipher.update(data), cipher.final()]);
}

const cbc = (key: Uint8Array): string => (key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc');

/** AES-CBC over whole blocks, without padding. */
export function encryptBlocks(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createCipheriv(cbc(key), key, vector);
  cipher.setAutoPadding(false);
  return cipher.update(data);
}

/** The inverse of {@link encryptBlocks}. */
export function decryptBlocks(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Uint8Array {
  const cipher = createDecipheriv(cbc(key), key, vector);
  cipher.setAutoPadding(false);
  // There is no padding, so `final` would return nothing.
  return cipher.update(data);
}
