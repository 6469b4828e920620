import type { OfficeKind, OfficeOptions } from '../../api/options/office.ts';

/** `SelectPdfVersion`; 0 is PDF 1.7. */
const pdfVersions = { '1b': 1, '2b': 2, '3b': 3 } as const;

type Property = { type: 'boolean' | 'long' | 'string'; value: string };

/**
 * The options of LibreOffice's filter `writer_pdf_Export`, `calc_pdf_Export` or `impress_pdf_Export`, as JSON. Their
 * names and meaning: https://help.libreoffice.org/latest/en-US/text/shared/guide/pdf_params.html
 */
export function pdfFilterOptions(kind: OfficeKind, options: OfficeOptions): string {
  const properties: Record<string, Property> = {
    Quality: number(options.quality),
    SelectPdfVersion: number(options.pdfa === undefined ? 0 : pdfVersions[options.pdfa]),
    ExportBookmarks: flag(options.exportBookmarks),
    ExportFormFields: flag(options.exportFormFields),
    UseTaggedPDF: flag(options.tagged),
    ExportNotes: flag(kind !== 'docx' && options.comments === 'margin'),
    ExportNotesInMargin: flag(kind === 'docx' && options.comments === 'margin'),
  };
  if (options.pageRanges !== undefined)
    properties['PageRange'] = { type: 'string', value: options.pageRanges };
  if (kind === 'xlsx') properties['SinglePageSheets'] = flag(options.singlePageSheets ?? false);
  if (kind === 'pptx') {
    properties['ExportNotesPages'] = flag(options.exportNotes ?? false);
    properties['ExportOnlyNotesPages'] = flag(false);
    properties['ExportHiddenSlides'] = flag(options.exportHiddenSlides ?? false);
  }
  return JSON.stringify(properties);
}

const flag = (value: boolean): Property => ({ type: 'boolean', value: String(value) });
const number = (value: number): Property => ({ type: 'long', value: String(value) });
