import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AesCbc } from '#lib/engines/pdf/encryption/aes.ts';
import { readCryptFilters } from '#lib/engines/pdf/encryption/crypt-filters.ts';
import { legacyPasswords, unicodePasswords } from '#lib/engines/pdf/encryption/password-bytes.ts';
import { rc4 } from '#lib/engines/pdf/encryption/rc4.ts';
import { StandardDecryption } from '#lib/engines/pdf/encryption/standard-decryption.ts';
import { PDFContext, PDFDict, PDFName } from '#lib/engines/pdf/objects.ts';
import { ObjectParser } from '#lib/engines/pdf/syntax/object-parser.ts';
import { latin1 } from '../../../../support/raw-pdf.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const context = PDFContext.create();

function dictOf(text: string): PDFDict {
  const bytes = latin1(text);
  const dict = new ObjectParser(context, bytes, 0, bytes.length, { maxDepth: 9 }).parse();
  if (!(dict instanceof PDFDict)) throw new Error('No dictionary');
  return dict;
}

const access = { revision: 4, permissions: -4 };

describe('rc4', () => {
  // The vectors published with the algorithm.
  it.each([
    ['Key', 'Plaintext', 'bbf316e8d940af0ad3'],
    ['Wiki', 'pedia', '1021bf0420'],
    ['Secret', 'Attack at dawn', '45a01f645fc35b383552544b9bf5'],
  ])('encrypts with %s', (key, text, expected) => {
    expect(hex(rc4(latin1(key), latin1(text)))).toBe(expected);
  });

  // RFC 6229, offset 0 of the key streams of 40 and 128 bits.
  it.each([
    ['0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
    ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
  ])('returns the key stream of %s', (key, expected) => {
    expect(hex(rc4(Buffer.from(key, 'hex'), new Uint8Array(16)))).toBe(expected);
  });
});

/** Strings and streams that are encrypted with one key, one after another. */
const severalData = fc.array(fc.uint8Array({ maxLength: 100 }), { minLength: 1, maxLength: 5 });

describe('AesCbc', () => {
  const nameOf = (keyBytes: number): string => (keyBytes === 32 ? 'aes-256-cbc' : 'aes-128-cbc');

  it('decrypts data of both key lengths, each with its own vector and padding', () => {
    fc.assert(
      fc.property(severalData, fc.constantFrom(16, 32), (all, keyBytes) => {
        const key = randomBytes(keyBytes);
        const aes = new AesCbc(key);
        for (const data of all) {
          const vector = randomBytes(16);
          const cipher = createCipheriv(nameOf(keyBytes), key, vector);
          const encrypted = Buffer.concat([vector, cipher.update(data), cipher.final()]);
          expect(hex(aes.decrypt(encrypted))).toBe(hex(data));
        }
      }),
    );
  });

  it('encrypts data that can be decrypted on their own', () => {
    fc.assert(
      fc.property(severalData, fc.constantFrom(16, 32), (all, keyBytes) => {
        const key = randomBytes(keyBytes);
        const aes = new AesCbc(key);
        for (const data of all) {
          const encrypted = aes.encrypt(data);
          const decipher = createDecipheriv(nameOf(keyBytes), key, encrypted.subarray(0, 16));
          const decrypted = Buffer.concat([decipher.update(encrypted.subarray(16)), decipher.final()]);
          expect(hex(decrypted)).toBe(hex(data));
        }
      }),
    );
  });

  it('uses a vector once', () => {
    const key = randomBytes(32);
    const blocks = [new AesCbc(key), new AesCbc(key)].flatMap((aes) =>
      Array.from({ length: 50 }, () => hex(aes.encrypt(new Uint8Array(16)).subarray(0, 32))),
    );
    expect(new Set(blocks.flatMap((pair) => [pair.slice(0, 32), pair.slice(32)])).size).toBe(200);
  });

  it('returns the readable part of truncated data', () => {
    const key = Buffer.alloc(16, 1);
    const aes = new AesCbc(key);
    const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16));
    const encrypted = Buffer.concat([Buffer.alloc(16), cipher.update('0123456789abcdefxyz'), cipher.final()]);
    expect(Buffer.from(aes.decrypt(encrypted.subarray(0, 40))).toString()).toBe('0123456789abcdef');
    expect(aes.decrypt(encrypted.subarray(0, 10))).toHaveLength(0);
    expect(aes.decrypt(new Uint8Array(0))).toHaveLength(0);
  });
});

describe('passwords', () => {
  it('are encoded in PDFDocEncoding or UTF-8 for old files', () => {
    expect(legacyPasswords('abc').map(hex)).toEqual(['616263']);
    expect(legacyPasswords('\u00e4\u20ac\u2022\u0152\u02dc').map(hex)[0]).toBe('e4a080961f');
    expect(legacyPasswords('\u4e2d').map(hex)).toEqual(['e4b8ad']);
  });

  it('are prepared with SASLprep for new files, or used unprepared', () => {
    expect(unicodePasswords('abc').map(hex)).toEqual(['616263']);
    // Examples of RFC 4013: a soft hyphen is removed, compatibility characters are decomposed.
    expect(Buffer.from(unicodePasswords('I\u00adX')[0] ?? []).toString()).toBe('IX');
    expect(Buffer.from(unicodePasswords('\u00aa')[0] ?? []).toString()).toBe('a');
    expect(Buffer.from(unicodePasswords('\u2168')[0] ?? []).toString()).toBe('IX');
    expect(Buffer.from(unicodePasswords('a\u3000b')[0] ?? []).toString()).toBe('a b');
    expect(unicodePasswords('x'.repeat(200))[0]).toHaveLength(127);
  });
});

describe('StandardDecryption', () => {
  const key = Buffer.alloc(16, 7);
  const filters = readCryptFilters(
    dictOf('<</CF<</Std<</CFM/V2>>/Other<</CFM/None>>>>/StmF/Std/StrF/Identity/EFF/Identity>>'),
    4,
  );
  const decryption = (encryptMetadata: boolean) =>
    new StandardDecryption(key, filters, { ...access, encryptMetadata }).of(5, 0);
  const data = latin1('some data');
  const changed = (dict: string, encryptMetadata = true): boolean =>
    hex(decryption(encryptMetadata).stream(data, dictOf(dict))) !== hex(data);

  it('does not change data that are not encrypted', () => {
    expect(hex(decryption(true).string(data))).toBe(hex(data));
    expect(changed('<</Type/XObject>>')).toBe(true);
    expect(changed('<</Type/XRef>>')).toBe(false);
    expect(changed('<</Type/EmbeddedFile>>')).toBe(false);
    expect(changed('<</Type/Metadata>>')).toBe(true);
    expect(changed('<</Type/Metadata>>', false)).toBe(false);
    expect(changed('<</Filter/Crypt>>')).toBe(false);
    expect(changed('<</Filter/Crypt/DecodeParms<</Name/Other>>>>')).toBe(false);
    expect(changed('<</Filter/Crypt/DecodeParms<</Name/Std>>>>')).toBe(true);
  });

  it('derives a separate key for each object', () => {
    const decrypted = [
      [5, 0],
      [6, 0],
      [5, 1],
    ].map(([number = 0, generation = 0]) =>
      hex(
        new StandardDecryption(key, filters, { ...access, encryptMetadata: true })
          .of(number, generation)
          .stream(data, dictOf('<<>>')),
      ),
    );
    expect(new Set(decrypted).size).toBe(3);
  });

  it('removes the crypt filter from decrypted streams', () => {
    const dict = dictOf('<</Filter[/Crypt/FlateDecode]/DecodeParms[<</Name/Identity>>null]>>');
    decryption(true).stream(data, dict);
    expect(dict.get(PDFName.of('Filter'))?.toString()).toBe('[ /FlateDecode ]');
    const alone = dictOf('<</Filter/Crypt>>');
    decryption(true).stream(data, alone);
    expect(alone.has(PDFName.of('Filter'))).toBe(false);
  });
});
