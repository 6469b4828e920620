import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { permissionBits } from '#lib/engines/pdf/encryption/permission-bits.ts';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import type { ProtectionOptions } from '#lib/engines/pdf/encryption/protection.ts';
import { keys } from '#lib/engines/pdf/keys.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { everythingPdf } from '../../../../support/everything-pdf.ts';
import { makePdf, pageTexts } from '../../../../support/pdf.ts';
import { latin1, rawPdf, rawStream, textPages } from '../../../../support/raw-pdf.ts';
import { readPdf } from '../../../../support/read-pdf.ts';

function assembledFrom(pdf: Buffer, protection?: ProtectionOptions, password?: string): Buffer {
  const source = openPdf(pdf, { password });
  const pages = source.pages.map((_, index) => index);
  const parts = [{ source, pages }];
  return Buffer.concat(assemble(parts, { finishing: { protection }, keepAttachments: true }).chunks);
}

const both = { userPassword: 'üser', ownerPassword: 'öwner' };

/** The permissions as pdf.js reads them with a password. */
async function permissionsOf(pdf: Buffer, password: string): Promise<Set<number> | null> {
  const task = getDocument({ data: new Uint8Array(pdf), password, verbosity: 0 });
  try {
    const permissions = await (await task.promise).getPermissions();
    return permissions && new Set(permissions);
  } finally {
    await task.destroy();
  }
}

describe('a protected document', () => {
  it.each(['üser', 'öwner'])('opens with the password %s, and nothing is lost', async (password) => {
    const original = await everythingPdf(3);
    const unlocked = assembledFrom(assembledFrom(original, both), undefined, password);
    expect(await readPdf(unlocked)).toEqual(await readPdf(assembledFrom(original)));
  });

  it('declares an extension of PDF 1.7, which goes with the protection', async () => {
    const locked = assembledFrom(await makePdf('Secret', 1), both);
    expect(openPdf(locked, { password: 'öwner' }).catalog.has(keys.Extensions)).toBe(true);
    const unlocked = openPdf(assembledFrom(locked, undefined, 'öwner'));
    expect(unlocked.catalog.has(keys.Extensions)).toBe(false);
  });

  it('does not open without a password', async () => {
    const protected_ = assembledFrom(await makePdf('Secret', 1), both);
    expect(() => openPdf(protected_)).toThrow(expect.objectContaining({ code: 'password-required' }));
    expect(() => openPdf(protected_, { password: 'x' })).toThrow(
      expect.objectContaining({ code: 'wrong-password' }),
    );
    expect(protected_.includes('Secret')).toBe(false);
  });

  it('opens in another reader with either password, with the permissions of the user', async () => {
    const protected_ = assembledFrom(await makePdf('Secret', 1), { ...both, permissions: ['print', 'copy'] });
    // pdf.js reports the permissions of the user to the owner too.
    for (const password of Object.values(both)) {
      expect(await permissionsOf(protected_, password)).toEqual(new Set([4, 16, 512]));
    }
  });

  it('opens without a password if only the owner has one', async () => {
    const protected_ = assembledFrom(await makePdf('Open', 1), { ownerPassword: 'owner' });
    expect(await pageTexts(protected_)).toEqual(['Open, page 1']);
    expect(openPdf(protected_).encrypted).toBe(true);
  });

  it('has no owner if it has no owner password', async () => {
    const options = { userPassword: 'user', permissions: [] };
    const protected_ = assembledFrom(await makePdf('Secret', 1), options);
    expect(await permissionsOf(protected_, 'user')).toEqual(new Set([512]));
    await expect(permissionsOf(protected_, '')).rejects.toThrow('password');
  });

  it('differs each time', async () => {
    const pdf = await makePdf('Secret', 1);
    expect(assembledFrom(pdf, both)).not.toEqual(assembledFrom(pdf, both));
  });

  it('encrypts strings in the dictionaries of streams', () => {
    const pdf = rawPdf({
      ...textPages('one'),
      5: rawStream('/Note (a \\(secret\\) note) /Deep [<</Hex <736563726574>>>]', 'secret data'),
    });
    const protected_ = assembledFrom(
      latin1(pdf.toString('latin1').replace('/Type/Page/', '/Type/Page/X 5 0 R/')),
      both,
    );
    expect(protected_.includes('secret')).toBe(false);
    expect(protected_.includes('736563726574')).toBe(false);
  });
});

describe('the bits of permissions', () => {
  it.each([
    ['all by default', undefined, -4],
    ['none but accessibility', [], -3392],
    ['printing', ['print'], -3388],
    ['printing in high quality, which includes printing', ['print-high'], -1340],
    ['everything', ['print', 'copy', 'modify', 'annotate', 'fill', 'assemble', 'extract', 'print-high'], -4],
  ] as const)('are set: %s', (_, permissions, bits) => {
    expect(permissionBits(permissions)).toBe(bits);
  });
});
