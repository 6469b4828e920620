import type { OutputFormat } from '../../../api/fields/output-formats.ts';

/** How LibreOffice writes a format, and what its files need before a client may have them. */
export interface ExportFormat {
  contentType: string;
  /** Options of LibreOffice's export filter. */
  filterOptions: string;
  /** Whether each sheet becomes a file of its own. */
  eachSheet?: true;
  /**
   * Whether the result can be edited as the document can: it then keeps tracked changes and the lack of a paper size. In
   * others, these are as in a PDF.
   */
  isEditable: boolean;
  /** What has to be made safe: `finish-export.ts` has a function for each. */
  family: 'ooxml' | 'odf' | 'rtf' | 'html' | 'plain';
}

const openXml = (contentType: string): ExportFormat => ({
  contentType: `application/vnd.openxmlformats-officedocument.${contentType}`,
  filterOptions: '',
  isEditable: true,
  family: 'ooxml',
});

const openDocument = (contentType: string): ExportFormat => ({
  contentType: `application/vnd.oasis.opendocument.${contentType}`,
  filterOptions: '',
  isEditable: true,
  family: 'odf',
});

const plain = (contentType: string, filterOptions = ''): ExportFormat => ({
  contentType,
  filterOptions,
  isEditable: false,
  family: 'plain',
});

/** All formats but PDF. */
export const exportFormats: Readonly<Record<OutputFormat, ExportFormat>> = {
  docx: openXml('wordprocessingml.document'),
  xlsx: openXml('spreadsheetml.sheet'),
  pptx: openXml('presentationml.presentation'),
  odt: openDocument('text'),
  ods: openDocument('spreadsheet'),
  odp: openDocument('presentation'),
  rtf: { contentType: 'application/rtf', filterOptions: '', isEditable: true, family: 'rtf' },
  html: { contentType: 'text/html', filterOptions: '', isEditable: false, family: 'html' },
  // Further options would not take effect: LibreOfficeKit puts a space before each but the first.
  txt: plain('text/plain', 'UTF8'),
  // Separator, quote, encoding (UTF-8). Cells are written as they are shown, by default.
  csv: { ...plain('text/csv', '44,34,76'), eachSheet: true },
  png: plain('image/png'),
};
