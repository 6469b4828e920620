import type { OfficeKind } from '../../api/options/office.ts';

/** How a format is recognized, checked and freed of links; `prepare-document.ts` has a function for each family. */
export type FormatFamily = 'ooxml' | 'odf' | 'flat-odf' | 'rtf' | 'text' | 'table' | 'compound';

/** A format that LibreOffice converts. */
export interface OfficeFormat {
  /** The format's usual extension. LibreOffice gets the document with it. */
  name: string;
  /** The apparent type in error messages: `an OpenDocument text (ODT)`. */
  description: string;
  family: FormatFamily;
  /** The kind of document whose options apply. Drawings have those of presentations. */
  kind: OfficeKind;
  /** Whether the endpoint of the kind accepts the format. */
  isOfKind: boolean;
  /** The marks by which a document is recognized: content types, media types, streams or extensions of the family. */
  marks: readonly string[];
}

type Row = readonly [name: string, kind: OfficeKind, description: string, ...marks: string[]];

const rowsOf = (family: FormatFamily, rows: readonly Row[], isOfKind = false): OfficeFormat[] =>
  rows.map(([name, kind, description, ...marks]) => ({ name, kind, description, family, isOfKind, marks }));

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const slides = 'application/vnd.openxmlformats-officedocument.presentationml';
const excel = 'application/vnd.ms-excel';
const powerPoint = 'application/vnd.ms-powerpoint';
const openDocument = 'application/vnd.oasis.opendocument';

/** By the content type of the main part (ECMA-376-1, 11.3, 12.3, 13.3; [MS-OFFMACRO]), without `.main+xml`. */
const packages: readonly Row[] = [
  ['docx', 'docx', 'a Word document (DOCX)', `${word}.document`],
  ['dotx', 'docx', 'a Word template (DOTX)', `${word}.template`],
  ['docm', 'docx', 'a Word document with macros (DOCM)', 'application/vnd.ms-word.document.macroEnabled'],
  [
    'dotm',
    'docx',
    'a Word template with macros (DOTM)',
    'application/vnd.ms-word.template.macroEnabledTemplate',
  ],
  ['xlsx', 'xlsx', 'an Excel workbook (XLSX)', `${sheet}.sheet`],
  ['xltx', 'xlsx', 'an Excel template (XLTX)', `${sheet}.template`],
  ['xlsm', 'xlsx', 'an Excel workbook with macros (XLSM)', `${excel}.sheet.macroEnabled`],
  ['xltm', 'xlsx', 'an Excel template with macros (XLTM)', `${excel}.template.macroEnabled`],
  ['pptx', 'pptx', 'a PowerPoint presentation (PPTX)', `${slides}.presentation`],
  ['ppsx', 'pptx', 'a PowerPoint slide show (PPSX)', `${slides}.slideshow`],
  ['potx', 'pptx', 'a PowerPoint template (POTX)', `${slides}.template`],
  ['pptm', 'pptx', 'a PowerPoint presentation with macros (PPTM)', `${powerPoint}.presentation.macroEnabled`],
  ['ppsm', 'pptx', 'a PowerPoint slide show with macros (PPSM)', `${powerPoint}.slideshow.macroEnabled`],
  ['potm', 'pptx', 'a PowerPoint template with macros (POTM)', `${powerPoint}.template.macroEnabled`],
];

/** By the media type of the package (ODF 1.3-2, 3.3); that of a template ends with `-template`. */
const openDocuments: readonly Row[] = [
  ['odt', 'docx', 'an OpenDocument text (ODT)', `${openDocument}.text`],
  ['ott', 'docx', 'an OpenDocument text template (OTT)', `${openDocument}.text-template`],
  ['ods', 'xlsx', 'an OpenDocument spreadsheet (ODS)', `${openDocument}.spreadsheet`],
  ['ots', 'xlsx', 'an OpenDocument spreadsheet template (OTS)', `${openDocument}.spreadsheet-template`],
  ['odp', 'pptx', 'an OpenDocument presentation (ODP)', `${openDocument}.presentation`],
  ['otp', 'pptx', 'an OpenDocument presentation template (OTP)', `${openDocument}.presentation-template`],
  ['odg', 'pptx', 'an OpenDocument drawing (ODG)', `${openDocument}.graphics`],
  ['otg', 'pptx', 'an OpenDocument drawing template (OTG)', `${openDocument}.graphics-template`],
];

/** By `office:mimetype` of the root element (ODF 1.3-3, 19.379). */
const flatDocuments: readonly Row[] = [
  ['fodt', 'docx', 'a flat OpenDocument text (FODT)', `${openDocument}.text`],
  ['fods', 'xlsx', 'a flat OpenDocument spreadsheet (FODS)', `${openDocument}.spreadsheet`],
  ['fodp', 'pptx', 'a flat OpenDocument presentation (FODP)', `${openDocument}.presentation`],
  ['fodg', 'pptx', 'a flat OpenDocument drawing (FODG)', `${openDocument}.graphics`],
];

/** By a stream in the root of the compound file ([MS-DOC] 2.1, [MS-XLS] 2.1.7, [MS-PPT] 2.1). */
const compoundFiles: readonly Row[] = [
  ['doc', 'docx', 'a legacy Word (DOC) document', 'WordDocument'],
  ['xls', 'xlsx', 'a legacy Excel (XLS) workbook', 'Workbook', 'Book'],
  ['ppt', 'pptx', 'a legacy PowerPoint (PPT) presentation', 'PowerPoint Document'],
];

/** Text is a table by the extension of its name, or by its content if the name has no known extension. */
const tables: readonly Row[] = [
  ['csv', 'xlsx', 'a table with separated values (CSV)', 'csv'],
  ['tsv', 'xlsx', 'a table with values separated by tabs (TSV)', 'tsv', 'tab'],
];

export const officeFormats: readonly OfficeFormat[] = [
  ...rowsOf('ooxml', packages, true),
  ...rowsOf('ooxml', [
    ['xlsb', 'xlsx', 'a binary Excel (XLSB) workbook', `${excel}.sheet.binary.macroEnabled`],
  ]),
  ...rowsOf('odf', openDocuments),
  ...rowsOf('flat-odf', flatDocuments),
  ...rowsOf('compound', compoundFiles),
  ...rowsOf('rtf', [['rtf', 'docx', 'a Rich Text (RTF) document', '{\\rtf']]),
  ...rowsOf('text', [['txt', 'docx', 'plain text (TXT)', 'txt']]),
  ...rowsOf('table', tables),
];

const byMark = new Map(
  officeFormats.flatMap((format) =>
    format.marks.map((mark) => [`${format.family} ${mark.toLowerCase()}`, format] as const),
  ),
);

/** The format of a family with this mark, ignoring ASCII case. */
export const formatByMark = (family: FormatFamily, mark: string): OfficeFormat | undefined =>
  byMark.get(`${family} ${mark.toLowerCase()}`);

/** The format with this name, which must exist. */
export function formatNamed(name: string): OfficeFormat {
  const format = officeFormats.find((each) => each.name === name);
  if (!format) throw new TypeError(`no format ${name}`);
  return format;
}

/** Whether documents of a format are drawings, which LibreOffice does not write as presentations. */
export const isDrawing = ({ marks }: OfficeFormat): boolean =>
  marks.some((mark) => mark.startsWith(`${openDocument}.graphics`));

/** Extensions of legacy templates and slide shows, which differ from documents in name only; and a second one of TSV. */
const otherExtensions = ['dot', 'xlt', 'pot', 'pps', 'tab'];

/** Whether files of a format have this extension, ignoring case. */
export const isFormatExtension = (extension: string): boolean =>
  [...otherExtensions, ...officeFormats.map(({ name }) => name)].includes(extension.toLowerCase());
