import { InputFault } from '../../../base/input-fault.ts';
import { keys, values } from '../keys.ts';
import { type PDFContext, PDFDict, PDFName, PDFNull, type PDFRef } from '../objects.ts';
import { aes256Key } from './aes256-key.ts';
import { type CryptFilters, readCryptFilters } from './crypt-filters.ts';
import type { Decryption } from './decryption.ts';
import { type EncryptionEntries, readEncryptionEntries } from './encryption-entries.ts';
import { legacyKey } from './legacy-key.ts';
import { legacyPasswords, unicodePasswords } from './password-bytes.ts';
import { StandardDecryption } from './standard-decryption.ts';

/** The entries of a trailer that describe its encryption. */
export interface EncryptionSource {
  encrypt: PDFDict | PDFRef | undefined;
  /** The first part of the file identifier, which is an input of the key. */
  id: Uint8Array | undefined;
}

/**
 * Opens a file's encryption by the standard security handler (ISO 32000-2, 7.6.4); undefined if the file is not
 * encrypted. Tries the empty password first, then `password` as the user and owner password.
 *
 * @throws InputFault `password-required`, `wrong-password`, or `damaged-document` for unsupported encryption
 */
export function openEncryption(
  context: PDFContext,
  { encrypt, id }: EncryptionSource,
  password: string | undefined,
): Decryption | undefined {
  const dict = encrypt && context.lookup(encrypt);
  if (!dict || dict === PDFNull) return undefined;
  if (!(dict instanceof PDFDict)) throw unsupported('its encryption dictionary is damaged');
  const handler = dict.lookup(keys.Filter);
  if (handler !== values.Standard) {
    const name = handler instanceof PDFName ? handler.decodeText().slice(0, 40) : 'none';
    throw unsupported(`it is protected with certificates or another handler (${name})`);
  }
  const entries = readEncryptionEntries(dict, id ?? new Uint8Array(0));
  const filters = readCryptFilters(dict, entries.version);
  checkSupport(entries, filters);
  const key = keyOf(entries, filters, '') ?? (password ? keyOf(entries, filters, password) : undefined);
  if (key) return new StandardDecryption(version4Key(entries, key), filters, entries);
  if (password) throw new InputFault('wrong-password', 'cannot be opened with the given password');
  throw new InputFault('password-required', 'is encrypted and needs a password');
}

function checkSupport({ version, revision }: EncryptionEntries, { strings, streams }: CryptFilters): void {
  const known = version >= 5 ? revision === 5 || revision === 6 : revision >= 2 && revision <= 4;
  if (![1, 2, 4, 5].includes(version) || !known)
    throw unsupported(`version ${version}, revision ${revision}`);
  if (strings === 'unknown' || streams === 'unknown') throw unsupported('its crypt filter');
}

/** The file's key, if `password` opens the file in any of its encodings. */
function keyOf(entries: EncryptionEntries, filters: CryptFilters, password: string): Uint8Array | undefined {
  if (entries.version >= 5) return firstOf(unicodePasswords(password), (bytes) => aes256Key(entries, bytes));
  return firstOf(legacyPasswords(password), (bytes) =>
    firstOf(keyLengths(entries, filters), (length) => legacyKey(entries, bytes, length)),
  );
}

/**
 * Acrobat and others pad shorter keys of version 4, which the standard does not define, with zeros before they derive
 * the keys of objects (https://github.com/mozilla/pdf.js/issues/19484).
 */
function version4Key({ version }: EncryptionEntries, key: Uint8Array): Uint8Array {
  if (version !== 4 || key.length >= maxKeyBytes) return key;
  const filled = new Uint8Array(maxKeyBytes);
  filled.set(key);
  return filled;
}

const defaultKeyBytes = 5;
const maxKeyBytes = 16;

/** The possible lengths of the key in bytes. The declared length is often missing or wrong. */
function keyLengths(
  { version, revision, keyBits }: EncryptionEntries,
  { streams, strings }: CryptFilters,
): number[] {
  if (revision < 3) return [defaultKeyBytes];
  // Some writers give bytes instead of bits.
  const declared = keyBits === undefined ? undefined : keyBits < 40 ? keyBits : keyBits >> 3;
  const fallback =
    version >= 4 || streams === 'aes-128' || strings === 'aes-128' ? maxKeyBytes : defaultKeyBytes;
  const lengths = [declared ?? fallback, fallback, maxKeyBytes];
  return [...new Set(lengths)].filter((length) => length >= defaultKeyBytes && length <= maxKeyBytes);
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const unsupported = (what: string): InputFault =>
  new InputFault('damaged-document', `is encrypted in a way that is not supported: ${what}`);
