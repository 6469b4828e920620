import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import type { DocumentKind } from '#lib/engines/office/libreoffice/host-protocol.ts';
import { docxWithFont } from '../../../security/font-documents.ts';
import { makeFont } from '../../../support/font.ts';
import { makeDocx } from '../../../support/office.ts';
import { docxInFonts, pptxInFont, xlsxInFont } from '../../../support/font-runs.ts';
import { converterOptions } from '../../../support/libreoffice.ts';
import { deadline } from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

describe.skipIf(leftOut('libreoffice'))('the warnings of a converted document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'font-warnings-'));
  const converter = new OfficeConverter(converterOptions(join(folder, 'work')));
  beforeAll(() => converter.prepare());
  afterAll(async () => {
    await converter.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const warningsOf = (kind: DocumentKind, document: Buffer) => {
    const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output.pdf')];
    writeFileSync(inputFile, document);
    return converter.convert({ inputFile, kind, filterOptions: '', outputFile, ...deadline(60_000) });
  };

  const substituted = (font: string, by: string) => ({
    code: 'font-substituted',
    message: `The font ${font} is not available and was replaced by ${by}.`,
    font,
    by,
  });

  it('name each replaced font once', async () => {
    const runs = [
      { font: 'Aptos', text: 'One' },
      { font: 'Lato', text: 'Two' },
      { font: 'Georgia', text: 'Three' },
      { font: 'Aptos', text: 'Four' },
    ];
    expect(await warningsOf('docx', docxInFonts(runs))).toEqual([
      substituted('Aptos', 'Cabin'),
      substituted('Georgia', 'TeX Gyre Pagella'),
    ]);
  });

  it('do not name the default font of a document that names none', async () => {
    expect(await warningsOf('docx', makeDocx({ text: 'Dear reader' }))).toEqual([]);
  });

  it.each([
    ['xlsx', xlsxInFont],
    ['pptx', pptxInFont],
  ] as const)('name the fonts of %s', async (kind, make) => {
    expect(await warningsOf(kind, make({ font: 'Consolas', text: 'x = 1' }))).toEqual([
      substituted('Consolas', 'Anonymous Pro'),
    ]);
    expect(await warningsOf(kind, make({ font: 'Open Sans', text: 'x = 1' }))).toEqual([]);
  });

  it('name the font that shows the characters, not the one that lacks them', async () => {
    expect(await warningsOf('docx', docxInFonts([{ font: 'Impact', text: 'ภาษาไทย' }]))).toEqual([
      substituted('Impact', 'Noto Sans Thai'),
    ]);
  });

  it('do not name fonts without text, nor a font without a name', async () => {
    const runs = [
      { font: 'Lato', text: 'Text' },
      { font: 'Verdana', text: ' ' },
    ];
    expect(await warningsOf('docx', docxInFonts(runs))).toEqual([]);
    expect(await warningsOf('docx', docxInFonts([{ font: '', text: 'Text' }]))).toEqual([]);
  });

  it('do not name a font embedded in the document', async () => {
    const family = 'Canary Sans';
    const fonts = (await warningsOf('docx', docxWithFont(family, makeFont(family)))).map(({ font }) => font);
    expect(fonts).not.toContain(family);
  });

  it('name at most 20 fonts, by at most 100 characters', async () => {
    const runs = Array.from({ length: 300 }, (_, index) => ({
      font: `Nowhere ${index} ${'x'.repeat(200)}`,
      text: 'Text',
    }));
    const warnings = await warningsOf('docx', docxInFonts(runs));
    expect(warnings).toHaveLength(20);
    for (const { font } of warnings) expect(font).toHaveLength(100);
  });

  it('name a character that no font has', async () => {
    const text = 'Known 日本 😀, invisible \u00ad\u200d\ufe0f, private \ue000 and unknown \u{13000}';
    expect(await warningsOf('docx', docxInFonts([{ font: 'Open Sans', text }]))).toEqual([
      {
        code: 'glyphs-missing',
        message: 'Characters that no available font contains are shown as boxes or left out: U+13000.',
        characters: '\u{13000}',
      },
    ]);
  });
});
