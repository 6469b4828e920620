import { createHash } from 'node:crypto';
import { keys, values } from '../keys.ts';
import type { PDFDict } from '../objects.ts';
import { AesCbc } from './aes.ts';
import { type CryptFilters, type CryptMethod, ownCryptFilter, removeCryptFilter } from './crypt-filters.ts';
import type { Access, Decryption, ObjectDecryption } from './decryption.ts';
import { rc4 } from './rc4.ts';

/** Object keys are at most as long as an MD5 hash. */
const maxObjectKeyBytes = 16;

const aesSalt = Buffer.from('sAlT', 'latin1');

/** Decrypts with the key of a file. */
export class StandardDecryption implements Decryption {
  readonly access: Access;
  readonly #key: Uint8Array;
  /** With the key of the file. */
  readonly #aes: AesCbc;
  readonly #filters: CryptFilters;
  readonly #encryptMetadata: boolean;

  /** @param key at least 16 bytes in version 4 */
  constructor(key: Uint8Array, filters: CryptFilters, entries: Access & { encryptMetadata: boolean }) {
    this.access = { revision: entries.revision, permissions: entries.permissions };
    this.#key = key;
    this.#aes = new AesCbc(key);
    this.#filters = filters;
    this.#encryptMetadata = entries.encryptMetadata;
  }

  of(number: number, generation: number): ObjectDecryption {
    return {
      string: (bytes) => this.#decrypt(bytes, this.#filters.strings, number, generation),
      stream: (bytes, dict) => {
        const decrypted = this.#decrypt(bytes, this.#methodOf(dict), number, generation);
        if (ownCryptFilter(dict) !== undefined) removeCryptFilter(dict);
        return decrypted;
      },
    };
  }

  #methodOf(dict: PDFDict): CryptMethod {
    const own = ownCryptFilter(dict);
    if (own !== undefined) return this.#filters.named(own);
    const type = dict.lookup(keys.Type);
    // Cross-reference streams are read before anything can be decrypted (ISO 32000-2, 7.5.8.2).
    if (type === values.XRef) return 'identity';
    if (type === values.Metadata && !this.#encryptMetadata) return 'identity';
    return type === values.EmbeddedFile ? this.#filters.embeddedFiles : this.#filters.streams;
  }

  #decrypt(bytes: Uint8Array, method: CryptMethod, number: number, generation: number): Uint8Array {
    switch (method) {
      case 'rc4':
        return rc4(this.#objectKey(number, generation), bytes);
      case 'aes-128':
        return new AesCbc(this.#objectKey(number, generation, aesSalt)).decrypt(bytes);
      case 'aes-256':
        return this.#aes.decrypt(bytes);
      default:
        return bytes;
    }
  }

  /** The key of one object (7.6.3.2, algorithm 1). */
  #objectKey(number: number, generation: number, salt?: Uint8Array): Uint8Array {
    const suffix = Buffer.alloc(5);
    suffix.writeUIntLE(number, 0, 3);
    suffix.writeUIntLE(generation & 0xffff, 3, 2);
    const hash = createHash('md5').update(this.#key).update(suffix);
    if (salt) hash.update(salt);
    return hash.digest().subarray(0, Math.min(this.#key.length + suffix.length, maxObjectKeyBytes));
  }
}
