import { randomBytes } from 'node:crypto';
import officeCrypto from 'officecrypto-tool';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { AgilePackage } from '#lib/engines/office/agile-package.ts';
import { openCompoundFile } from '#lib/engines/office/compound-file.ts';
import { parseEncryptionInfo } from '#lib/engines/office/encryption-info.ts';
import { fromBuffer } from '#lib/base/random-access.ts';

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length)
    yield await Promise.resolve(bytes.subarray(at, at + length));
}

/** The package of a document, encrypted by an independent implementation. */
async function encrypted(document: Buffer): Promise<{ package: Buffer; opened: AgilePackage }> {
  const file = await openCompoundFile(fromBuffer(officeCrypto.encrypt(document, { password: 'x' })));
  const read = (name: string) => file.read(file.root.get(name) ?? expect.fail(`no ${name}`));
  const encryption = parseEncryptionInfo(await read('EncryptionInfo'));
  if (encryption.kind !== 'agile') throw new Error('another encryption');
  const opened = AgilePackage.open(encryption, 'x') ?? expect.fail('wrong password');
  return { package: await read('EncryptedPackage'), opened };
}

describe('an encrypted package', () => {
  // More than three segments, with a partial block at the end.
  const document = randomBytes(3 * 4096 + 1003);
  let found: Awaited<ReturnType<typeof encrypted>>;
  beforeAll(async () => {
    found = await encrypted(document);
  });

  it.each([1, 7, 8, 9, 16, 4095, 4096, 4097, 4104, 8192, 1_000_000])(
    'is decrypted from pieces of %i bytes',
    async (length) => {
      const decrypted = await buffer(found.opened.decrypt(inPieces(found.package, length)));
      expect(decrypted.equals(document)).toBe(true);
      expect(await found.opened.isIntact(inPieces(found.package, length))).toBe(true);
    },
  );

  it.each([16, 8192])('of %i bytes, which fill blocks and segments, is decrypted', async (size) => {
    const whole = randomBytes(size);
    const { opened, package: bytes } = await encrypted(whole);
    expect((await buffer(opened.decrypt(inPieces(bytes, 5000)))).equals(whole)).toBe(true);
  });

  it.each([0, 5, 8, 100, 4104, 12_000])('that is truncated after %i bytes is detected', async (length) => {
    const cut = found.package.subarray(0, length);
    expect(await found.opened.isIntact(inPieces(cut, 1000))).toBe(false);
    await expect(buffer(found.opened.decrypt(inPieces(cut, 1000)))).rejects.toThrow('cut off');
  });

  it('that was modified anywhere is detected', async () => {
    for (const place of [0, 8, 5000, found.package.length - 1]) {
      const altered = Buffer.from(found.package);
      altered.writeUInt8(altered.readUInt8(place) ^ 1, place);
      expect(await found.opened.isIntact(inPieces(altered, 1000))).toBe(false);
    }
  });
});
