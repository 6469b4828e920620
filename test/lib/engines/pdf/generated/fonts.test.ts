import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fromBuffer } from '#lib/base/random-access.ts';
import { readFonts } from '#lib/engines/pdf/generated/fonts.ts';
import { generatedPdf } from '../../../../support/generated-pdf.ts';

const stream = (data: Buffer, length = String(data.length)): string =>
  `<</Length ${length}/Filter/FlateDecode>>\nstream\n${data.toString('latin1')}\nendstream`;
const cmap = (...lines: string[]): Buffer => deflateSync(Buffer.from(lines.join('\n')));

/** A PDF whose pages share fonts, objects 5 and following. */
const document = (fonts: string, ...objects: string[]): Buffer =>
  generatedPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 2>>',
    '<</Type/Page/Parent 2 0 R/Resources 4 0 R>>',
    `<</Font<<${fonts}>>>>`,
    ...objects,
  ]);

describe('readFonts', () => {
  it('returns the names of the fonts without the prefixes of subsets, and the characters', async () => {
    const file = document(
      '/F1 5 0 R/F2 7 0 R',
      '<</Type/Font/BaseFont/BAAAAA+Liberation#20Serif/ToUnicode 6 0 R>>',
      stream(cmap('1 beginbfchar', '<01> <0041>', '<02> <D83DDE00>', 'endbfchar')),
      '<</Type/Font/BaseFont/Carlito/ToUnicode 8 0 R>>',
      stream(cmap('<01> <00E9>'), '9 0 R'),
      String(cmap('<01> <00E9>').length),
    );
    expect(await readFonts(fromBuffer(file))).toEqual([
      { name: 'Liberation Serif', text: 'A😀' },
      { name: 'Carlito', text: 'é' },
    ]);
  });

  it('leaves out fonts without a name', async () => {
    expect(await readFonts(fromBuffer(document('/F1 5 0 R', '<</Type/Font/Subtype/Type3>>')))).toEqual([]);
  });

  it('returns no characters for a mapping that is missing or too long', async () => {
    const file = document(
      '/F1 5 0 R/F2 6 0 R',
      '<</Type/Font/BaseFont/One>>',
      '<</Type/Font/BaseFont/Two/ToUnicode 7 0 R>>',
      stream(deflateSync(Buffer.alloc(2 * 1024 * 1024, '<01> <0041>\n'))),
    );
    expect(await readFonts(fromBuffer(file))).toEqual([
      { name: 'One', text: '' },
      { name: 'Two', text: '' },
    ]);
  });

  it.each([
    ['its own length', stream(cmap('<01> <0041>'), '6 0 R')],
    ['no length', stream(cmap('<01> <0041>'), '(long)')],
    ['an endless length', stream(cmap('<01> <0041>'), '999999999999')],
  ])('rejects a stream with %s', async (_, mapping) => {
    const file = document('/F1 5 0 R', '<</Type/Font/BaseFont/One/ToUnicode 6 0 R>>', mapping);
    await expect(readFonts(fromBuffer(file))).rejects.toThrow(
      'structure that Chromium and LibreOffice write',
    );
  });
});
