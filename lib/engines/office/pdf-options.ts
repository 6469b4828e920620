import type { PaperName } from '../../api/fields/lengths.ts';
import type { OfficeKind } from './detect.ts';

export const pdfaLevels = ['1b', '2b', '3b'] as const;
export const commentModes = ['none', 'margin'] as const;
export const trackedChangesModes = ['final', 'show'] as const;

/** How a document becomes a PDF; what belongs to another kind of document is ignored. */
export interface OfficeOptions {
  /** As `officePageRanges` gives it; all pages when absent. */
  pageRanges?: string | undefined;
  /** Of JPEG pictures, 1 to 100. */
  quality: number;
  /** PDF/A level; a plain PDF 1.7 when absent. */
  pdfa?: (typeof pdfaLevels)[number] | undefined;
  /** Headings as bookmarks. */
  exportBookmarks: boolean;
  /** Form controls as fillable fields, otherwise as they look. */
  exportFormFields: boolean;
  /** Structure for screen readers. */
  tagged: boolean;
  /** Comments beside the text (DOCX) or as annotations (XLSX, PPTX). None by default. */
  comments?: (typeof commentModes)[number] | undefined;
  /** DOCX: the text with all changes accepted, by default, or with the changes marked. */
  trackedChanges?: (typeof trackedChangesModes)[number] | undefined;
  /** DOCX, XLSX: paper of sections and sheets that name none. A4 by default. */
  pageSize?: PaperName | undefined;
  /** XLSX: all sheets in landscape. */
  landscape?: boolean | undefined;
  /** XLSX: each sheet on one page of its own size. */
  singlePageSheets?: boolean | undefined;
  /** PPTX: pages with the speaker's notes after the slides. */
  exportNotes?: boolean | undefined;
  exportHiddenSlides?: boolean | undefined;
}

/** `SelectPdfVersion`; 0 is PDF 1.7. */
const pdfVersions = { '1b': 1, '2b': 2, '3b': 3 } as const;

type Property = { type: 'boolean' | 'long' | 'string'; value: string };

/**
 * The options of LibreOffice's filter `writer_pdf_Export`, `calc_pdf_Export` or `impress_pdf_Export`, as JSON. Names and
 * meaning: https://help.libreoffice.org/latest/en-US/text/shared/guide/pdf_params.html
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
