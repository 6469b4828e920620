import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxPageRanges, officePageRanges } from '#lib/api/fields/office-page-ranges.ts';
import type { OfficeOptions } from '#lib/api/options/office.ts';
import { pdfFilterOptions } from '#lib/engines/office/pdf-options.ts';
import { PageRangeError } from '#lib/base/page-ranges.ts';

const defaults: OfficeOptions = {
  quality: 90,
  exportBookmarks: true,
  exportFormFields: true,
  tagged: false,
};

const options = (kind: 'docx' | 'xlsx' | 'pptx', given: Partial<OfficeOptions> = {}): unknown =>
  JSON.parse(pdfFilterOptions(kind, { ...defaults, ...given }));

describe('PDF filter options', () => {
  it('of a document with the defaults', () => {
    expect(options('docx')).toEqual({
      Quality: { type: 'long', value: '90' },
      SelectPdfVersion: { type: 'long', value: '0' },
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
        exportBookmarks: false,
        exportFormFields: false,
        tagged: true,
      }),
    ).toEqual({
      PageRange: { type: 'string', value: '1-3,5,7-' },
      Quality: { type: 'long', value: '40' },
      SelectPdfVersion: { type: 'long', value: '3' },
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
