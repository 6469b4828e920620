import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { maxPageRanges, officePageRanges } from '#lib/api/fields/office-page-ranges.ts';
import { pdfExportFields } from '#lib/api/fields/pdf-export-fields.ts';
import type { OfficeOptions } from '#lib/api/options/office.ts';
import { pdfFilterOptions } from '#lib/engines/office/pdf-options.ts';
import { PageRangeError } from '#lib/base/page-ranges.ts';

const defaults: OfficeOptions = {
  quality: 90,
  exportBookmarks: true,
  exportFormFields: true,
};

const options = (kind: 'docx' | 'xlsx' | 'pptx', given: Partial<OfficeOptions> = {}): unknown =>
  JSON.parse(pdfFilterOptions(kind, { ...defaults, ...given }));

describe('PDF filter options', () => {
  it('of a document with the defaults', () => {
    expect(options('docx')).toEqual({
      Quality: { type: 'long', value: '90' },
      SelectPdfVersion: { type: 'long', value: '0' },
      PDFUACompliance: { type: 'boolean', value: 'false' },
      ExportBookmarks: { type: 'boolean', value: 'true' },
      ExportFormFields: { type: 'boolean', value: 'true' },
      UseTaggedPDF: { type: 'boolean', value: 'false' },
      ExportNotes: { type: 'boolean', value: 'false' },
      ExportNotesInMargin: { type: 'boolean', value: 'false' },
    });
  });

  it('contain the options of every kind', () => {
    expect(
      options('docx', {
        pageRanges: '1-3,5,7-',
        quality: 40,
        pdfa: '3b',
        pdfua: true,
        exportBookmarks: false,
        exportFormFields: false,
        tagged: true,
      }),
    ).toEqual({
      PageRange: { type: 'string', value: '1-3,5,7-' },
      Quality: { type: 'long', value: '40' },
      SelectPdfVersion: { type: 'long', value: '3' },
      PDFUACompliance: { type: 'boolean', value: 'true' },
      ExportBookmarks: { type: 'boolean', value: 'false' },
      ExportFormFields: { type: 'boolean', value: 'false' },
      UseTaggedPDF: { type: 'boolean', value: 'true' },
      ExportNotes: { type: 'boolean', value: 'false' },
      ExportNotesInMargin: { type: 'boolean', value: 'false' },
    });
  });

  it('of each kind contain its own, and not those of another', () => {
    const all = { singlePageSheets: true, exportNotes: true, exportHiddenSlides: true };
    const on = { type: 'boolean', value: 'true' };
    const off = { type: 'boolean', value: 'false' };
    const slides = { ExportNotesPages: on, ExportOnlyNotesPages: off, ExportHiddenSlides: on };
    expect(options('xlsx', all)).toMatchObject({ SinglePageSheets: on });
    expect(options('pptx', all)).toMatchObject(slides);
    expect(Object.keys(options('xlsx', all) as object)).not.toContain('ExportNotesPages');
    expect(Object.keys(options('pptx', all) as object)).not.toContain('SinglePageSheets');
    expect(options('xlsx')).toMatchObject({ SinglePageSheets: off });
    expect(options('pptx')).toMatchObject({ ExportNotesPages: off, ExportHiddenSlides: off });
  });
});

describe('options of the PDF export', () => {
  const values = (kind: 'docx' | 'xlsx' | 'pptx', given: Partial<OfficeOptions>): Record<string, string> => {
    const properties = Object.entries(options(kind, given) as Record<string, { value: string }>);
    return Object.fromEntries(properties.map(([name, { value }]) => [name, value]));
  };

  it.each<[Partial<OfficeOptions>, Record<string, string>]>([
    [{ initialView: 'default' }, { InitialView: '0' }],
    [{ initialView: 'bookmarks' }, { InitialView: '1' }],
    [{ initialView: 'thumbnails' }, { InitialView: '2' }],
    [{ initialPage: 3 }, { InitialPage: '3' }],
    [{ magnification: 'default' }, { Magnification: '0' }],
    [{ magnification: 'fit-page' }, { Magnification: '1' }],
    [{ magnification: 'fit-width' }, { Magnification: '2' }],
    [{ magnification: 'fit-visible' }, { Magnification: '3' }],
    [{ magnification: 75 }, { Magnification: '4', Zoom: '75' }],
    [{ pageLayout: 'single-page' }, { PageLayout: '1' }],
    [{ pageLayout: 'two-columns' }, { PageLayout: '3' }],
    [{ openBookmarkLevels: 2 }, { OpenBookmarkLevels: '2' }],
    [{ displayDocumentTitle: false }, { DisplayPDFDocumentTitle: 'false' }],
    [{ losslessImageCompression: true }, { UseLosslessCompression: 'true' }],
    [
      { reduceImageResolution: true, maxImageResolution: 150 },
      { ReduceImageResolution: 'true', MaxImageResolution: '150' },
    ],
    [{ nativeWatermarkText: 'DRAFT' }, { Watermark: 'DRAFT' }],
    [{ nativeWatermarkColor: '#c00010' }, { WatermarkColor: String(0xc0_00_10) }],
    [{ nativeWatermarkRotateAngle: 0 }, { WatermarkRotateAngle: '0' }],
    [{ nativeWatermarkRotateAngle: 45 }, { WatermarkRotateAngle: '450' }],
    [{ nativeTiledWatermarkText: 'COPY' }, { TiledWatermark: 'COPY' }],
  ])('%j', (given, expected) => {
    expect(values('docx', given)).toMatchObject(expected);
  });

  it.each<[Partial<OfficeOptions>, Record<string, string>]>([
    [{}, { SelectPdfVersion: '0', PDFUACompliance: 'false', UseTaggedPDF: 'false' }],
    [{ tagged: true }, { SelectPdfVersion: '0', UseTaggedPDF: 'true' }],
    [{ pdfa: '1b' }, { SelectPdfVersion: '1', PDFUACompliance: 'false', UseTaggedPDF: 'true' }],
    [{ pdfa: '2u' }, { SelectPdfVersion: '2', UseTaggedPDF: 'true' }],
    [
      { pdfa: '3a', pdfua: true },
      { SelectPdfVersion: '3', PDFUACompliance: 'true', UseTaggedPDF: 'true' },
    ],
    [{ pdfua: true }, { SelectPdfVersion: '0', PDFUACompliance: 'true', UseTaggedPDF: 'true' }],
    [
      { pdfa: '2b', tagged: false },
      { SelectPdfVersion: '2', UseTaggedPDF: 'false' },
    ],
  ])('%j exports what conformance needs', (given, expected) => {
    expect(values('docx', given)).toMatchObject(expected);
  });

  it('of one kind of document are not passed for another', () => {
    const all = {
      skipEmptyPages: false,
      exportPlaceholders: true,
      useTransitionEffects: true,
      exportOnlyNotesPages: true,
    };
    expect(values('docx', all)).toMatchObject({ IsSkipEmptyPages: 'false', ExportPlaceholders: 'true' });
    expect(values('pptx', all)).toMatchObject({ UseTransitionEffects: 'true', ExportOnlyNotesPages: 'true' });
    expect(Object.keys(values('xlsx', all))).not.toContain('IsSkipEmptyPages');
    expect(Object.keys(values('docx', all))).not.toContain('UseTransitionEffects');
  });

  it.each([
    [
      'magnification',
      '49',
      'must be default, fit-page, fit-width, fit-visible, or a percentage from 50 to 1600',
    ],
    ['magnification', '1601', 'percentage from 50 to 1600'],
    ['magnification', '1e2', 'percentage from 50 to 1600'],
    ['initialView', 'outline', 'must be default, bookmarks or thumbnails'],
    ['nativeWatermarkColor', 'red', 'must be a color of the form #rrggbb'],
    ['nativeWatermarkText', '', 'must not be empty'],
    ['maxImageResolution', '9', 'must be an integer from 10 to 2400'],
  ])('%s=%s is rejected', (field, text, message) => {
    const { error } = z.strictObject(pdfExportFields).safeParse({ [field]: text });
    expect(error?.issues).toMatchObject([
      { path: [field], message: expect.stringContaining(message) as string },
    ]);
  });

  it.each([
    ['50', 50],
    ['1600', 1600],
    ['fit-width', 'fit-width'],
  ])('a magnification can be %s', (text, expected) => {
    expect(pdfExportFields.magnification.parse(text)).toBe(expected);
  });
});

describe('page ranges of office documents', () => {
  it.each([
    ['1', '1'],
    [' 1-3 , 5,7- ', '1-3,5,7-'],
    ['3,1,1', '3,1,1'],
    ['4-4', '4'],
    ['007-0010', '7-10'],
    ['100000', '100000'],
  ])('%j is %j', (list, expected) => {
    expect(officePageRanges(list)).toBe(expected);
  });

  it.each([
    [
      '-2',
      "'-2' counts from the end, and the number of pages is not known yet: write n, n-m or n- (to the end)",
    ],
    ['1,-1', "'-1' counts from the end"],
    ['0', 'page 0'],
    ['3-1', 'ends before it starts'],
    ['1,,2', 'item 2 is empty'],
    ['100001', 'page 100001 is above the maximum, 100000'],
    ['4294967297-', 'page 4294967297 is above the maximum'],
    [Array.from({ length: maxPageRanges + 1 }, () => '1-').join(), 'must have at most 100 ranges, not 101'],
  ])('%j is rejected', (list, message) => {
    expect(() => officePageRanges(list)).toThrow(PageRangeError);
    expect(() => officePageRanges(list)).toThrow(message);
  });

  it('never pass on a range that LibreOffice reads differently', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d ,-]{0,20}$/)), (list) => {
        try {
          expect(officePageRanges(list)).toMatch(/^[1-9]\d*(-([1-9]\d*)?)?(,[1-9]\d*(-([1-9]\d*)?)?)*$/);
        } catch (error) {
          if (!(error instanceof PageRangeError)) throw error;
        }
      }),
    );
  });

  it('put comments in the margin of documents, and as annotations on sheets and slides', () => {
    const exported = (kind: 'docx' | 'xlsx' | 'pptx', comments: 'none' | 'margin'): unknown[] => {
      const { ExportNotes, ExportNotesInMargin } = options(kind, { comments }) as Record<
        string,
        { value: string }
      >;
      return [ExportNotes?.value, ExportNotesInMargin?.value];
    };
    for (const kind of ['docx', 'xlsx', 'pptx'] as const) {
      expect(exported(kind, 'none')).toEqual(['false', 'false']);
    }
    expect(exported('docx', 'margin')).toEqual(['false', 'true']);
    expect(exported('xlsx', 'margin')).toEqual(['true', 'false']);
    expect(exported('pptx', 'margin')).toEqual(['true', 'false']);
  });
});
