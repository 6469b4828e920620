import { createCipheriv, randomBytes } from 'node:crypto';
import type { Permission } from '../../../api/fields/finishing/permissions.ts';
import { values } from '../keys.ts';
import { dictOf } from '../assembly/object-builders.ts';
import { PDFBool, type PDFContext, type PDFDict, PDFHexString, PDFNumber } from '../objects.ts';
import { AesCbc, encryptBlocks } from './aes.ts';
import { hardenedHash } from './aes256-key.ts';
import { unicodePasswords } from './password-bytes.ts';
import { permissionBits } from './permission-bits.ts';

/** The passwords of a document and what its users may do without the owner password. */
export interface ProtectionOptions {
  /** Opens the document. Without one, it opens without a password. */
  userPassword?: string | undefined;
  /** Opens the document without restrictions. Without one, nobody can. */
  ownerPassword?: string | undefined;
  /** All by default. */
  permissions?: readonly Permission[] | undefined;
}

const keyBytes = 32;
const saltBytes = 8;
const noVector = new Uint8Array(16);

/** AES-256 by the standard security handler, revision 6 (ISO 32000-2, 7.6.4), with a key for one document. */
export class Protection {
  readonly #key = randomBytes(keyBytes);
  readonly #aes = new AesCbc(this.#key);
  readonly #options: ProtectionOptions;

  constructor(options: ProtectionOptions) {
    this.#options = options;
  }

  /** Encrypts a string or the data of a stream. */
  encrypt(bytes: Uint8Array): Buffer {
    return this.#aes.encrypt(bytes);
  }

  /** The encryption dictionary. Its own strings are not encrypted. */
  dictionary(context: PDFContext): PDFDict {
    const { userPassword = '', ownerPassword, permissions } = this.#options;
    const user = this.#lock(passwordBytes(userPassword), new Uint8Array(0));
    const owner =
      ownerPassword === undefined ? unknownLock() : this.#lock(passwordBytes(ownerPassword), user.stored);
    const bits = permissionBits(permissions);
    const filter = dictOf(context, {
      AuthEvent: values.DocOpen,
      CFM: values.AESV3,
      Length: PDFNumber.of(keyBytes),
    });
    return dictOf(context, {
      Filter: values.Standard,
      V: PDFNumber.of(5),
      R: PDFNumber.of(6),
      Length: PDFNumber.of(8 * keyBytes),
      CF: dictOf(context, { StdCF: filter }),
      StmF: values.StdCF,
      StrF: values.StdCF,
      O: hexString(owner.stored),
      OE: hexString(owner.wrapped),
      U: hexString(user.stored),
      UE: hexString(user.wrapped),
      P: PDFNumber.of(bits),
      Perms: hexString(this.#permissionCheck(bits)),
      EncryptMetadata: PDFBool.True,
    });
  }

  /** `/U` and `/UE`, or `/O` and `/OE` (algorithms 8 and 9). */
  #lock(password: Uint8Array, bound: Uint8Array): { stored: Buffer; wrapped: Buffer } {
    const validationSalt = randomBytes(saltBytes);
    const keySalt = randomBytes(saltBytes);
    const hash = hardenedHash(password, validationSalt, bound);
    return {
      stored: Buffer.concat([hash, validationSalt, keySalt]),
      wrapped: encryptBlocks(hardenedHash(password, keySalt, bound), noVector, this.#key),
    };
  }

  /** `/Perms`, by which readers notice changed permissions (algorithm 10). */
  #permissionCheck(bits: number): Buffer {
    const block = Buffer.concat([Buffer.alloc(8, 0xff), Buffer.from('Tadb', 'latin1'), randomBytes(4)]);
    block.writeInt32LE(bits);
    const cipher = createCipheriv('aes-256-ecb', this.#key, null);
    cipher.setAutoPadding(false);
    return cipher.update(block);
  }
}

/** The entries of a password that nobody has: a hash of it is indistinguishable from random bytes. */
const unknownLock = (): { stored: Buffer; wrapped: Buffer } => ({
  stored: randomBytes(keyBytes + 2 * saltBytes),
  wrapped: randomBytes(keyBytes),
});

const passwordBytes = (password: string): Uint8Array => unicodePasswords(password)[0] ?? new Uint8Array(0);

const hexString = (bytes: Buffer): PDFHexString => PDFHexString.of(bytes.toString('hex'));
