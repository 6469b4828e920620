import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officeFields } from '#lib/api/fields/office-fields.ts';
import type { OfficeOptions } from '#lib/api/options/office.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { pdfFilterOptions } from '#lib/engines/office/pdf-options.ts';
import * as z from 'zod';
import { converterOptions } from '../../../support/libreoffice.ts';
import { makeWordDocument, paragraph, run } from '../../../support/office-features/word.ts';
import { makeOpenDocument } from '../../../support/open-document.ts';
import { relationships } from '../../../support/office-package.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { leftOut } from '../../../support/requirements.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const heading = (level: number, text: string): string =>
  paragraph(run(text), `<w:outlineLvl w:val="${level - 1}"/>`);

const section = (type: string): string =>
  `<w:sectPr><w:type w:val="${type}"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`;

/** Three pages, of which the third begins on an odd page: headings of three levels, a bookmark, and a link. */
const document = makeWordDocument({
  body: [
    heading(1, 'One'),
    heading(2, 'Two'),
    heading(3, 'Three'),
    paragraph(`<w:bookmarkStart w:id="1" w:name="place"/>${run('Target')}<w:bookmarkEnd w:id="1"/>`),
    paragraph(`<w:hyperlink r:id="rId1">${run('Link')}</w:hyperlink>`, section('nextPage')),
    paragraph(run('Last'), section('oddPage')),
    paragraph(run('End')),
  ].join(''),
  parts: {
    'word/_rels/document.xml.rels': relationships([
      ['hyperlink', 'https://example.com/a/report.odt'],
    ]).replace('/>', ' TargetMode="External"/>'),
  },
});

describe.skipIf(leftOut('libreoffice'))('the PDF export', () => {
  const converter = new OfficeConverter(converterOptions(join(folder, 'work')));
  beforeAll(() => converter.prepare());
  afterAll(() => converter.stop());

  async function exported(
    options: Partial<OfficeOptions>,
    { kind, bytes } = { kind: 'docx', bytes: document },
  ): Promise<PDFDocument> {
    const [inputFile, outputFile] = [join(folder, 'input'), join(folder, 'output.pdf')];
    writeFileSync(inputFile, bytes);
    const defaults = z.object(officeFields).parse({});
    const filterOptions = pdfFilterOptions('docx', { ...defaults, ...options });
    await converter.convert({
      inputFile,
      kind,
      filterOptions,
      outputFile,
      deadline: Date.now() + 20_000,
    });
    return PDFDocument.load(readFileSync(outputFile));
  }

  /** The catalog's entries and those they contain, as text. */
  const catalogText = ({ catalog, context }: PDFDocument, ...names: string[]): string =>
    names.map((name) => String(context.lookup(catalog.get(PDFName.of(name))))).join(' ');

  const objectTexts = ({ context }: PDFDocument): string =>
    context
      .enumerateIndirectObjects()
      .map(([, object]) => String(object))
      .join('\n');

  it('sets how a viewer opens the document', async () => {
    const pdf = await exported({
      initialView: 'thumbnails',
      initialPage: 2,
      magnification: 'fit-page',
      pageLayout: 'two-columns',
      hideViewerToolbar: true,
      centerWindow: true,
    });
    expect(catalogText(pdf, 'PageMode', 'PageLayout')).toBe('/UseThumbs /TwoColumnRight');
    expect(catalogText(pdf, 'OpenAction')).toMatch(/^\[ \d+ 0 R \/Fit \]$/);
    expect(catalogText(pdf, 'OpenAction')).toContain(String(pdf.getPage(1).ref));
    expect(catalogText(pdf, 'ViewerPreferences')).toMatch(
      /HideToolbar true[^]*CenterWindow true|CenterWindow true[^]*HideToolbar true/,
    );
    expect(catalogText(await exported({ magnification: 75 }), 'OpenAction')).toContain('/XYZ null null 0.75');
  });

  it('collapses bookmarks below a level', async () => {
    expect(objectTexts(await exported({}))).not.toContain('/Count -1');
    expect(objectTexts(await exported({ openBookmarkLevels: 1 }))).toContain('/Count -1');
  });

  it('converts bookmarks to named destinations, and links to OpenDocument files to links to PDFs', async () => {
    const plain = objectTexts(await exported({}));
    expect(plain).toContain('(https://example.com/a/report.odt)');
    expect(plain).not.toContain('/place');
    const converted = objectTexts(
      await exported({ exportBookmarksToPdfDestination: true, convertOooTargetToPdfTarget: true }),
    );
    expect(converted).toContain('(https://example.com/a/report.pdf)');
    expect(converted).toContain('/place');
  });

  it('keeps or omits empty pages', async () => {
    const skipped = await exported({ skipEmptyPages: true });
    expect((await exported({ skipEmptyPages: false })).getPageCount()).toBe(skipped.getPageCount() + 1);
  });

  it('shows or omits the prompts of placeholder fields that are not form fields', async () => {
    const body = '<text:p>To <text:placeholder text:placeholder-type="text">Name</text:placeholder></text:p>';
    const letter = { kind: 'odt', bytes: makeOpenDocument('text', { body }) };
    const textOf = async (options: Partial<OfficeOptions>): Promise<string> => {
      const pdf = await exported({ exportFormFields: false, ...options }, letter);
      return (await pageTexts(await pdf.save())).join('').trim();
    };
    expect(await textOf({})).toBe('To');
    expect(await textOf({ exportPlaceholders: true })).toMatch(/^To <name>$/i);
    const form = (await exported({}, letter)).getForm();
    expect(form.getFields().map((field) => form.getTextField(field.getName()).getText())).toEqual(['<Name>']);
  });

  it('draws the text of a watermark on each page', async () => {
    for (const options of [{ nativeWatermarkText: 'DRAFT' }, { nativeTiledWatermarkText: 'DRAFT' }]) {
      const pdf = await exported({ ...options, nativeWatermarkFontHeight: 40 });
      const texts = await pageTexts(await pdf.save());
      expect(texts.filter((text) => text.includes('DRAFT'))).toHaveLength(texts.length);
    }
  });
});
