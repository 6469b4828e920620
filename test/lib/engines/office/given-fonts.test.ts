import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfficeConverter, type OfficeConverterOptions } from '#lib/engines/office/converter.ts';
import { docxInFonts, pptxInFont, xlsxInFont } from '../../../support/font-runs.ts';
import { makeFont } from '../../../support/font.ts';
import { sampleFont, sampleWoff2, unreadableFont } from '../../../support/font-tables.ts';
import { acceptedMutants } from '../../../support/font-mutants.ts';
import { givenFonts } from '../../../support/given-fonts.ts';
import { converterOptions, freshOptions } from '../../../support/libreoffice.ts';
import { pageFonts } from '../../../support/pdf.ts';
import { deadline } from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

const sample = { font: 'Sample Sans', text: 'Hamburg' };

const rtf = `{\\rtf1\\ansi{\\fonttbl{\\f0 ${sample.font};}}\\f0 ${sample.text}\\par}`;

const flatText =
  '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
  'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ' +
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" ' +
  'office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles><style:style style:name="P" ' +
  `style:family="paragraph"><style:text-properties fo:font-family="${sample.font}"/></style:style>` +
  `</office:automatic-styles><office:body><office:text><text:p text:style-name="P">${sample.text}</text:p>` +
  '</office:text></office:body></office:document>';

/** Damaged fonts for each way: fresh processes take longer. */
const ways: [string, (workDirectory: string) => OfficeConverterOptions, mutants: number][] = [
  ['a fork', converterOptions, 40],
  ['a fresh process', freshOptions, 4],
];

describe.skipIf(leftOut('libreoffice')).each(ways)('the fonts of a document in %s', (_, options, mutants) => {
  const folder = mkdtempSync(join(tmpdir(), 'given-fonts-'));
  const converter = new OfficeConverter(options(join(folder, 'work')));
  beforeAll(() => converter.prepare());
  afterAll(async () => {
    await converter.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const convert = async (kind: string, document: Buffer | string, ...files: readonly Buffer[]) => {
    const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output.pdf')];
    writeFileSync(inputFile, document);
    const fonts = await givenFonts(...files);
    const job = { inputFile, kind, filterOptions: '', fonts, outputFile, ...deadline(60_000) };
    const warnings = await converter.convert(job);
    return { warnings, fonts: (await pageFonts(readFileSync(outputFile))).flat() };
  };

  it.each<[string, Buffer | string]>([
    ['docx', docxInFonts([sample])],
    ['xlsx', xlsxInFont(sample)],
    ['pptx', pptxInFont(sample)],
    ['rtf', rtf],
    ['fodt', flatText],
  ])('show the text of a %s', async (kind, document) => {
    const without = await convert(kind, document);
    expect(without.warnings).toMatchObject([{ code: 'font-substituted', font: sample.font }]);
    expect(await convert(kind, document, sampleFont())).toEqual({ warnings: [], fonts: ['SampleSans'] });
    // The next document does not have it.
    expect(await convert(kind, document)).toEqual(without);
  });

  it('may be WOFF2, and several', async () => {
    const runs = [sample, { font: 'Other Sans', text: 'Other' }];
    const { warnings, fonts } = await convert(
      'docx',
      docxInFonts(runs),
      sampleWoff2(),
      makeFont('Other Sans'),
    );
    expect({ warnings, fonts: fonts.sort() }).toEqual({ warnings: [], fonts: ['OtherSans', 'SampleSans'] });
  });

  it('are used where they have the characters', async () => {
    const { warnings } = await convert(
      'docx',
      docxInFonts([{ ...sample, text: 'Hamburg \u{13000}' }]),
      sampleFont(),
    );
    expect(warnings).toMatchObject([{ code: 'glyphs-missing', characters: '\u{13000}' }]);
  });

  it('are rejected by field if LibreOffice cannot read them', async () => {
    const document = docxInFonts([sample]);
    await expect(convert('docx', document, sampleFont(), unreadableFont())).rejects.toMatchObject({
      code: 'invalid-file-type',
      errors: [{ field: 'fonts[1]' }],
    });
  });

  it('that are damaged cost no other document anything', { timeout: 120_000 }, async () => {
    const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output.pdf')];
    for (const font of await acceptedMutants(mutants)) {
      const [family = ''] = font.face.families;
      writeFileSync(inputFile, docxInFonts([{ font: family, text: 'Hamburg العربية' }]));
      const job = { inputFile, kind: 'docx', filterOptions: '', fonts: [font], outputFile };
      const outcome = await converter.convert({ ...job, ...deadline(20_000) }).then(
        () => 'converted',
        (error: unknown) => error,
      );
      if (outcome !== 'converted') expect(outcome).toMatchObject({ code: 'invalid-file-type' });
    }
    expect((await convert('docx', docxInFonts([sample]), sampleFont())).fonts).toEqual(['SampleSans']);
  });
});
