import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import type { DocumentKind } from '#lib/engines/office/libreoffice/host-protocol.ts';
import { converterOptions } from '../../../support/libreoffice.ts';
import { activeXControls } from '../../../support/office-features/controls.ts';
import { slideEquation, wordEquation } from '../../../support/office-features/equations.ts';
import { hyphenatedText } from '../../../support/office-features/hyphenation.ts';
import { iconSet } from '../../../support/office-features/icon-sets.ts';
import { wordedNumbers } from '../../../support/office-features/numbering.ts';
import { imageSizes } from '../../../support/pdf-images.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { leftOut } from '../../../support/requirements.ts';

const folder = mkdtempSync(join(tmpdir(), 'document-features-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * LibreOffice components and data that documents need beyond its core. A layer can lack them without any failed
 * conversion: the PDF then simply misses what they draw.
 */
describe.skipIf(leftOut('libreoffice'))('the LibreOffice layer', () => {
  const converter = new OfficeConverter(converterOptions(join(folder, 'work')));
  beforeAll(() => converter.prepare());
  afterAll(() => converter.stop());

  async function convert(kind: DocumentKind, document: Uint8Array, filterOptions = ''): Promise<Buffer> {
    const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output.pdf')];
    writeFileSync(inputFile, document);
    await converter.convert({
      inputFile,
      kind,
      filterOptions,
      outputFile,
      deadline: Date.now() + 20_000,
    });
    return readFileSync(outputFile);
  }

  /** The text of the document's PDF. */
  const textOf = async (kind: DocumentKind, document: Uint8Array): Promise<string> =>
    (await pageTexts(await convert(kind, document))).join('\n');

  it.each([
    ['docx', wordEquation()],
    ['pptx', slideEquation()],
  ] as const)('draws equations of a %s', async (kind, document) => {
    const text = await textOf(kind, document);
    for (const part of ['mass', '√', '7', '9', '∑', 'spin']) expect(text).toContain(part);
  });

  it('counts in ordinals and in words', async () => {
    expect(await textOf('docx', wordedNumbers())).toMatch(/1st:.*First:.*One:/s);
  });

  it.each([
    ['en-US', 'internationalization considerations'],
    ['en-IE', 'internationalization considerations'],
    ['de-AT', 'Rechtsschutzversicherung Dienstleistung'],
    ['fr-FR', 'extraordinairement incontestablement'],
    ['es-MX', 'extraordinariamente indiscutiblemente'],
    ['ru-RU', 'достопримечательности университета'],
    ['et-EE', 'raamatukoguhoidja vabariik'],
  ])('hyphenates %s', async (language, words) => {
    const text = await textOf('docx', hyphenatedText(language, words));
    expect(text.match(/-/g)?.length ?? 0).toBeGreaterThan(2);
  });

  it('draws controls', async () => {
    const filterOptions = JSON.stringify({ ExportFormFields: { type: 'boolean', value: 'false' } });
    const pdf = await convert('docx', activeXControls(), filterOptions);
    expect((await pageTexts(pdf)).join()).toMatch(/Push button.*Check box.*Text field/);
  });

  it('draws the icons of conditional formats as high as the text', async () => {
    const sizes = await imageSizes(await convert('xlsx', iconSet([1, 5, 9])));
    expect(sizes).toHaveLength(3);
    for (const { width, height } of sizes) {
      expect(width).toBeCloseTo(height, 1);
      expect(height).toBeGreaterThan(8);
      expect(height).toBeLessThan(14);
    }
  });
});
