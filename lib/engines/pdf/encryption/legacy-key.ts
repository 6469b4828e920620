import { createHash } from 'node:crypto';
import type { EncryptionEntries } from './encryption-entries.ts';
import { rc4 } from './rc4.ts';

/** Pads passwords to 32 bytes (PDF 32000-1, 7.6.3.3, algorithm 2). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const hashRounds = 50;
const cipherRounds = 20;

/**
 * The file's key in revisions 2 to 4, if `password` is the user or owner password.
 *
 * @param keyBytes 5 to 16
 */
export function legacyKey(
  entries: EncryptionEntries,
  password: Uint8Array,
  keyBytes: number,
): Uint8Array | undefined {
  return (
    userKey(entries, password, keyBytes) ??
    userKey(entries, userPassword(entries, password, keyBytes), keyBytes)
  );
}

/** The key derived from a user password, if it is the right one (algorithms 2 and 6). */
function userKey(entries: EncryptionEntries, password: Uint8Array, keyBytes: number): Uint8Array | undefined {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(entries.permissions | 0);
  const parts = [padded(password), entries.owner, permissions, entries.identifier];
  if (entries.revision >= 4 && !entries.encryptMetadata) parts.push(Buffer.alloc(4, 0xff));
  const key = hardened(entries, Buffer.concat(parts), keyBytes);
  const check = userCheck(entries, key);
  return check.equals(entries.user.subarray(0, check.length)) ? key : undefined;
}

/** The beginning of `/U` for a key (algorithms 4 and 5). */
function userCheck({ revision, identifier }: EncryptionEntries, key: Uint8Array): Buffer {
  if (revision < 3) return Buffer.from(rc4(key, padding));
  let check: Uint8Array = md5(Buffer.concat([padding, identifier]));
  for (let round = 0; round < cipherRounds; round += 1) check = rc4(roundKey(key, round), check);
  return Buffer.from(check);
}

/** The user password in `/O`, if `password` is the owner password (algorithm 7). */
function userPassword(entries: EncryptionEntries, password: Uint8Array, keyBytes: number): Uint8Array {
  const key = hardened(entries, padded(password), keyBytes);
  if (entries.revision < 3) return rc4(key, entries.owner);
  let decrypted = entries.owner;
  for (let round = cipherRounds - 1; round >= 0; round -= 1) decrypted = rc4(roundKey(key, round), decrypted);
  return decrypted;
}

function hardened({ revision }: EncryptionEntries, input: Uint8Array, keyBytes: number): Uint8Array {
  let hash = md5(input);
  if (revision >= 3)
    for (let round = 0; round < hashRounds; round += 1) hash = md5(hash.subarray(0, keyBytes));
  return hash.subarray(0, keyBytes);
}

const roundKey = (key: Uint8Array, round: number): Uint8Array => key.map((byte) => byte ^ round);

const padded = (password: Uint8Array): Buffer =>
  Buffer.concat([password, padding]).subarray(0, padding.length);

const md5 = (data: Uint8Array): Buffer => createHash('md5').update(data).digest();
