import { describe, expect, it, vi } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { limits } from '#lib/base/limits.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { checkFonts } from '#lib/conversions/fonts/check-fonts.ts';
import { readFonts } from '#lib/conversions/fonts/read-fonts.ts';
import type { GivenFile, InputFile } from '#lib/files/input-file.ts';
import type { InputStore } from '#lib/files/input-store.ts';
import { sampleFont, sampleWoff2 } from '../../../support/font-tables.ts';

const pdf = Buffer.from('%PDF-1.7\n');

const inline = (index: number, bytes: Buffer): InputFile => ({
  field: `fonts[${index}]`,
  fileName: 'font.ttf',
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

const inputs: Pick<InputStore, 'lookInto'> = {
  lookInto: async ({ field, source }, look) => {
    if (source.kind !== 'inline') throw new TypeError('only files in memory');
    try {
      return await look(fromBuffer(source.bytes));
    } catch (error) {
      throw error instanceof InputFault ? error.inField(field) : error;
    }
  },
};

describe('the check of the fonts of a request', () => {
  it('accepts the three formats, and fonts that are not downloaded yet', async () => {
    const url: GivenFile = { field: 'fonts[2]', url: 'https://example.com/font.ttf' };
    await checkFonts([inline(0, sampleFont()), inline(1, sampleWoff2()), url], inputs);
    await checkFonts([], inputs);
  });

  it('names a file that is not a font', async () => {
    await expect(checkFonts([inline(0, sampleFont()), inline(1, pdf)], inputs)).rejects.toMatchObject({
      code: 'invalid-file-type',
      errors: [{ field: 'fonts[1]', message: expect.stringContaining('not a TrueType') as string }],
    });
  });

  it('rejects fonts that are too large together', async () => {
    const half = { ...inline(0, sampleFont()), size: limits.fontBytes / 2 + 1 };
    await expect(checkFonts([half, half], inputs)).rejects.toMatchObject({
      code: 'file-too-large',
      errors: [{ field: 'fonts' }],
    });
  });
});

describe('the fonts of a conversion', () => {
  const source = (index: number, bytes: Buffer) => ({
    field: `fonts[${index}]`,
    size: bytes.length,
    read: () => Promise.resolve(bytes),
  });

  it('are unpacked in their order', async () => {
    const fonts = await readFonts([source(0, sampleWoff2()), source(1, sampleFont())]);
    expect(fonts.map(({ field, face, bytes }) => [field, face.families, bytes.length])).toEqual([
      ['fonts[0]', ['Sample Sans'], sampleFont().length],
      ['fonts[1]', ['Sample Sans'], sampleFont().length],
    ]);
  });

  it('are rejected by name, all at once', async () => {
    const cut = sampleFont().subarray(0, 5000);
    await expect(readFonts([source(0, pdf), source(1, sampleFont()), source(2, cut)])).rejects.toMatchObject({
      code: 'invalid-file-type',
      errors: [{ field: 'fonts[0]' }, { field: 'fonts[2]' }],
    });
  });

  it('are not read beyond their limit', async () => {
    const read = vi.fn<() => Promise<Buffer>>();
    const large = { field: 'fonts[0]', size: limits.fontBytes + 1, read };
    await expect(readFonts([large])).rejects.toMatchObject({ code: 'file-too-large' });
    expect(read).not.toHaveBeenCalled();
  });

  it('pass on errors of the service', async () => {
    const read = () => Promise.reject(new Error('S3 is away'));
    await expect(readFonts([{ field: 'fonts[0]', size: 10, read }])).rejects.toThrow('S3 is away');
  });
});
