import { createDecipheriv, createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { AgileEncryption, CipherParameters } from './encryption-info.ts';

export type IntegrityVerdict = 'intact' | 'wrong-password' | 'altered';

/** [MS-OFFCRYPTO] 2.3.4.13 and 2.3.4.14. */
const blockKeys = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierValue: Buffer.from('d7aa0f6d3061344e', 'hex'),
  keyValue: Buffer.from('146e0be7abacd0d6', 'hex'),
  hmacKey: Buffer.from('5fb2ad010cb9e1f6', 'hex'),
  hmacValue: Buffer.from('a0677f02b22c8433', 'hex'),
};

/**
 * Checks the password against its verifier, and the encrypted package against its HMAC ([MS-OFFCRYPTO] 2.3.4.14),
 * which the decrypting library does not. Takes as long as the spin count says: off the main thread.
 */
export function checkAgileIntegrity(
  encryption: AgileEncryption,
  encryptedPackage: Buffer,
  password: string,
): IntegrityVerdict {
  const { package: data, password: key, integrity } = encryption;
  const spun = spinPassword(key, password, key.spinCount);
  const open = (blockKey: Buffer, encrypted: Buffer): Buffer =>
    decrypt(fit(digest(key.hash, spun, blockKey), key.keyBytes), fit(key.salt, blockBytes), encrypted);

  const expected = digest(
    key.hash,
    open(blockKeys.verifierInput, key.verifierHashInput).subarray(0, key.salt.length),
  );
  const verifier = open(blockKeys.verifierValue, key.verifierHashValue).subarray(0, key.hashBytes);
  if (verifier.length !== expected.length || !timingSafeEqual(verifier, expected)) return 'wrong-password';
  if (!integrity) return 'intact';

  const packageKey = fit(open(blockKeys.keyValue, key.keyValue), data.keyBytes);
  const openIntegrity = (blockKey: Buffer, encrypted: Buffer): Buffer =>
    decrypt(packageKey, fit(digest(data.hash, data.salt, blockKey), blockBytes), encrypted).subarray(
      0,
      data.hashBytes,
    );
  const hmac = createHmac(data.hash, openIntegrity(blockKeys.hmacKey, integrity.hmacKey))
    .update(encryptedPackage)
    .digest();
  const stored = openIntegrity(blockKeys.hmacValue, integrity.hmacValue);
  return stored.length === hmac.length && timingSafeEqual(stored, hmac) ? 'intact' : 'altered';
}

/** AES always has 16. */
const blockBytes = 16;

/** [MS-OFFCRYPTO] 2.3.4.11, up to the block key. */
function spinPassword(parameters: CipherParameters, password: string, spinCount: number): Buffer {
  let spun = digest(parameters.hash, parameters.salt, Buffer.from(password, 'utf16le'));
  const round = Buffer.alloc(4 + spun.length);
  for (let count = 0; count < spinCount; count += 1) {
    round.writeUInt32LE(count, 0);
    spun.copy(round, 4);
    spun = hash(parameters.hash, round, 'buffer');
  }
  return spun;
}

const digest = (algorithm: string, ...parts: Buffer[]): Buffer =>
  hash(algorithm, Buffer.concat(parts), 'buffer');

/** Cut, or filled with 0x36, to `length` bytes. */
const fit = (bytes: Buffer, length: number): Buffer =>
  bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);

function decrypt(key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}
