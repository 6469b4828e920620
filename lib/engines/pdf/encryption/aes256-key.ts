import { createHash } from 'node:crypto';
import { decryptBlocks, encryptBlocks } from './aes.ts';
import type { EncryptionEntries } from './encryption-entries.ts';

/** `/U` and `/O` are a hash and two salts (ISO 32000-2, 7.6.4.4.7). */
const hashEnd = 32;
const validationSaltEnd = 40;
const keySaltEnd = 48;

const noVector = new Uint8Array(16);

/** The file's key in revisions 5 and 6, if `password` is the user or owner password (algorithm 2.A). */
export function aes256Key(entries: EncryptionEntries, password: Uint8Array): Uint8Array | undefined {
  const { owner, user, ownerKey, userKey } = entries;
  const nothing = new Uint8Array(0);
  return (
    unlocked(entries, password, { stored: user, wrapped: userKey, bound: nothing }) ??
    unlocked(entries, password, { stored: owner, wrapped: ownerKey, bound: user })
  );
}

interface Lock {
  stored: Uint8Array;
  wrapped: Uint8Array;
  /** Additional input of the hash: `/U` for the owner password. */
  bound: Uint8Array;
}

function unlocked(
  entries: EncryptionEntries,
  password: Uint8Array,
  { stored, wrapped, bound }: Lock,
): Uint8Array | undefined {
  const hash = entries.revision >= 6 ? hardenedHash : plainHash;
  const check = hash(password, stored.subarray(hashEnd, validationSaltEnd), bound);
  if (!check.equals(stored.subarray(0, hashEnd))) return undefined;
  const key = hash(password, stored.subarray(validationSaltEnd, keySaltEnd), bound);
  return decryptBlocks(key, noVector, wrapped);
}

const plainHash = (password: Uint8Array, salt: Uint8Array, bound: Uint8Array): Buffer =>
  createHash('sha256').update(password).update(salt).update(bound).digest();

const minRounds = 64;
const repetitions = 64;

/** Algorithm 2.B: at least 64 rounds, each with AES over a long repetition and one of three hashes. */
export function hardenedHash(password: Uint8Array, salt: Uint8Array, bound: Uint8Array): Buffer {
  let hash = plainHash(password, salt, bound);
  let last = 0;
  for (let round = 0; round < minRounds || last > round - 32; round += 1) {
    const unit = Buffer.concat([password, hash, bound]);
    const input = Buffer.alloc(unit.length * repetitions, unit);
    const encrypted = encryptBlocks(hash.subarray(0, 16), hash.subarray(16, 32), input);
    // The first 16 bytes as a number modulo 3. Their sum gives the same, because 256 is 1 modulo 3.
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    hash = createHash(['sha256', 'sha384', 'sha512'][sum % 3] ?? 'sha256')
      .update(encrypted)
      .digest();
    last = encrypted.at(-1) ?? 0;
  }
  return hash.subarray(0, hashEnd);
}
