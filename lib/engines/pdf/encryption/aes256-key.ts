import { createHash, hash } from 'node:crypto';
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
  const hashOf = entries.revision >= 6 ? hardenedHash : plainHash;
  const check = hashOf(password, stored.subarray(hashEnd, validationSaltEnd), bound);
  if (!check.equals(stored.subarray(0, hashEnd))) return undefined;
  const key = hashOf(password, stored.subarray(validationSaltEnd, keySaltEnd), bound);
  return decryptBlocks(key, noVector, wrapped);
}

const plainHash = (password: Uint8Array, salt: Uint8Array, bound: Uint8Array): Buffer =>
  createHash('sha256').update(password).update(salt).update(bound).digest();

const minRounds = 64;
const repetitions = 64;

/** The longest hash, in bytes. */
const mostHashBytes = 64;

const hashes = ['sha256', 'sha384', 'sha512'] as const;

/** Algorithm 2.B: at least 64 rounds, each with AES over a long repetition and one of three hashes. */
export function hardenedHash(password: Uint8Array, salt: Uint8Array, bound: Uint8Array): Buffer {
  let digest = plainHash(password, salt, bound);
  let last = 0;
  const repeated = Buffer.allocUnsafe((password.length + mostHashBytes + bound.length) * repetitions);
  for (let round = 0; round < minRounds || last > round - 32; round += 1) {
    const input = fillRepeated(repeated, [password, digest, bound]);
    const encrypted = encryptBlocks(digest.subarray(0, 16), digest.subarray(16, 32), input);
    digest = hash(hashes[remainder(encrypted)] ?? 'sha256', encrypted, 'buffer');
    last = encrypted.at(-1) ?? 0;
  }
  return digest.subarray(0, hashEnd);
}

/** The repetitions of the parts, at the start of `target`. */
function fillRepeated(target: Buffer, parts: readonly Uint8Array[]): Buffer {
  let unit = 0;
  for (const part of parts) {
    target.set(part, unit);
    unit += part.length;
  }
  const length = unit * repetitions;
  for (let filled = unit; filled < length; filled *= 2)
    target.copyWithin(filled, 0, Math.min(filled, length - filled));
  return target.subarray(0, length);
}

/** The first 16 bytes as a number modulo 3. Their sum gives the same, because 256 is 1 modulo 3. */
function remainder(bytes: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < 16; index += 1) sum += bytes[index] as number;
  return sum % 3;
}
