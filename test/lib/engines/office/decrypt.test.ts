import { createHash } from 'node:crypto';
import officeCrypto from 'officecrypto-tool';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompoundFile } from '#lib/engines/office/compound-file.ts';
import { type DecryptOptions, decryptOffice } from '#lib/engines/office/decrypt.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { makeCompoundFile } from '../../../support/compound-file.ts';
import { makeDocx } from '../../../support/office.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decrypt-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The decrypted content of a document. */
async function decrypted(
  bytes: Uint8Array,
  word: string | undefined,
  options?: DecryptOptions,
): Promise<Buffer> {
  const input = join(folder, 'input');
  await writeFile(input, bytes);
  await decryptOffice(input, join(folder, 'output'), word, options);
  return readFile(join(folder, 'output'));
}

const password = 'pässword 漢';
const document = makeDocx({ text: 'secret', parts: { 'word/media/a.bin': createHash('sha512').digest() } });

describe.each(['agile', 'standard'] as const)('%s encryption', (type) => {
  const encrypt = (bytes: Buffer, word: string): Buffer =>
    officeCrypto.encrypt(bytes, { password: word, ...(type === 'standard' && { type }) });
  let encrypted: Buffer;
  beforeAll(() => {
    encrypted = encrypt(document, password);
  });

  it('opens with the password', async () => {
    expect((await decrypted(encrypted, password)).equals(document)).toBe(true);
  });

  it('requires the password when none or an empty one is given', async () => {
    const required = { code: 'password-required', predicate: 'is encrypted and needs a password' };
    await expect(decrypted(encrypted, undefined)).rejects.toMatchObject(required);
    await expect(decrypted(encrypted, '')).rejects.toMatchObject(required);
  });

  it.each(['pässword 字', 'P', 'x'.repeat(255), 'x'.repeat(1000)])('rejects %j', async (wrong) => {
    await expect(decrypted(encrypted, wrong)).rejects.toMatchObject({ code: 'wrong-password' });
  });

  it('opens documents without a password that Excel opens without asking', async () => {
    const bytes = encrypt(document, 'VelvetSweatshop');
    expect((await decrypted(bytes, undefined)).equals(document)).toBe(true);
  });

  it('detects a truncated document', async () => {
    const damaged = { code: 'damaged-document' };
    await expect(decrypted(encrypted.subarray(0, 600), password)).rejects.toMatchObject(damaged);
    await expect(decrypted(encrypted.subarray(0, 100), password)).rejects.toMatchObject(damaged);
  });
});

describe('encryption', () => {
  let encrypted: Buffer;
  beforeAll(() => {
    encrypted = officeCrypto.encrypt(document, { password });
  });

  /** The encrypted document with one text of its XML description replaced by one of the same length. */
  function described(from: string | RegExp, to: string): Buffer {
    const text = encrypted.toString('latin1');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    expect(changed.length).toBe(text.length);
    return Buffer.from(changed, 'latin1');
  }

  it('detects a modified package by its HMAC', async () => {
    const file = await openCompoundFile(fromBuffer(encrypted));
    const stream = file.root.get('EncryptedPackage');
    const content = await file.read(stream ?? expect.fail('no package'));
    const place = encrypted.indexOf(content.subarray(0, 256));
    expect(place).toBeGreaterThan(0);
    const altered = Buffer.from(encrypted);
    altered.writeUInt8(altered.readUInt8(place + 200) ^ 1, place + 200);
    await expect(decrypted(altered, password)).rejects.toMatchObject({
      code: 'damaged-document',
      cause: { message: 'HMAC does not match' },
    });
  });

  it('fails at its time limit', async () => {
    const costly = described('spinCount="100000"', 'spinCount="999999"');
    await expect(decrypted(costly, password, { timeoutMilliseconds: 50 })).rejects.toMatchObject({
      name: 'ConversionError',
      reason: 'deadline',
      documentOpened: true,
    });
  });

  it.each([
    ['too many rounds of hashing', /spinCount="100000" saltSize="16"/, 'spinCount="9999999" saltSize="6"'],
    ['another cipher', /cipherAlgorithm="AES"/g, 'cipherAlgorithm="RC4"'],
    ['another hash', /SHA512/g, 'MD5678'],
    ['another chaining', /ChainingModeCBC/g, 'ChainingModeCFB'],
    ['another version', '\x04\0\x04\0\x40\0\0\0', '\x04\0\x03\0\x40\0\0\0'],
  ])('with %s is rejected before a thread starts', async (_, from, to) => {
    const workerFile = new URL('none.mjs', import.meta.url);
    await expect(decrypted(described(from, to), password, { workerFile })).rejects.toMatchObject({
      code: 'damaged-document',
      predicate: 'is encrypted in a way that cannot be opened; save it with Office 2010 or later',
    });
  });

  it.each([
    ['without a description', { EncryptedPackage: Buffer.alloc(100) }],
    ['with an empty one', { EncryptedPackage: Buffer.alloc(100), EncryptionInfo: Buffer.alloc(0) }],
    [
      'with no XML',
      { EncryptedPackage: Buffer.alloc(100), EncryptionInfo: Buffer.from('040004004000000041', 'hex') },
    ],
  ])('%s is damaged', async (_, streams) => {
    await expect(decrypted(makeCompoundFile(streams), 'x')).rejects.toMatchObject({
      code: 'damaged-document',
    });
  });

  it('does not block the main thread', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await decrypted(encrypted, password);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });
});
