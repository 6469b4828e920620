import { permissionFields } from '../fields/protection.ts';
import { bool, type FieldRow, row, text } from '../fields/row.ts';

/** Fields that options are composed of, for the description: their readers are beside this folder. */
const overlayRows = (['watermark', 'stamp'] as const).flatMap((layer): FieldRow[] => [
  row(`${layer}Source`, text, `Kind of a ${layer}: \`text\`, \`image\` or \`pdf\`. Can be repeated.`, 'text'),
  row(`${layer}Expression`, text, `Text of the ${layer}.`, 'DRAFT'),
  row(`${layer}Pages`, text, `Pages that get the ${layer}, as pdfcpu selects them.`, '1-3,!2'),
  row(`${layer}Options`, text, 'JSON object of options, in the names of pdfcpu.', '{"rotation":"45"}'),
]);

export const protectionRows: readonly FieldRow[] = [
  row('userPassword', text, 'Password that opens the PDF.', 'secret'),
  row('ownerPassword', text, 'Password that lifts the restrictions.', 'more secret'),
  ...Object.keys(permissionFields).map((name) => row(name, bool, 'Whether this is permitted.', 'false')),
];

export const formatRows: readonly FieldRow[] = [
  row('pdfa', text, 'PDF/A level, such as `PDF/A-2b`.', 'PDF/A-2b'),
  row('pdfua', bool, 'Whether the PDF conforms to PDF/UA-1.', 'true'),
];

export const facturXRows: readonly FieldRow[] = [
  row('facturxConformanceLevel', text, 'Profile of the invoice in `facturxXml`.', 'EN 16931'),
  row(
    'facturxDocumentType',
    text,
    'Type of the document: `INVOICE`, `ORDER`, `ORDER_RESPONSE` or `ORDER_CHANGE`.',
    'INVOICE',
  ),
  row('facturxVersion', text, 'Version of the data model that the PDF states. Default: `1.0`.', '1.0'),
];

export const rotateRows: readonly FieldRow[] = [
  row('rotateAngle', text, 'Degrees clockwise: 90, 180 or 270.', '90'),
  row('rotatePages', text, 'Pages to rotate, as pdfcpu selects them.', '1-3,!2'),
];

export const qualityRow = row('imageQuality', text, 'Quality of images as JPEG, 1 to 100.', '80');

export const metadataRow = row('metadata', text, 'JSON object of metadata.', '{"Author":"Ada Lovelace"}');

export const embedsRow = row(
  'embedsMetadata',
  text,
  'JSON object by file name: `mimeType` and `relationship` of embedded files.',
  '{"data.xml":{"mimeType":"text/xml","relationship":"Data"}}',
);

export const watermarkRows = overlayRows.slice(0, overlayRows.length / 2);
export const stampRows = overlayRows.slice(overlayRows.length / 2);

/** The fields that Gotenberg's conversions share. */
export const finishingRows: readonly FieldRow[] = [
  metadataRow,
  ...formatRows,
  ...watermarkRows,
  ...stampRows,
  ...rotateRows,
  row('flatten', bool, 'Whether form fields and annotations become page content.', 'true'),
  row('optimizeImages', bool, 'Whether images are encoded again with `imageQuality`.', 'true'),
  qualityRow,
  embedsRow,
  ...facturXRows,
  ...protectionRows,
];

export const splitRows: readonly FieldRow[] = [
  row('splitMode', text, 'How to split: `intervals` or `pages`.', 'intervals'),
  row('splitSpan', text, 'Pages of each part, or the pages to extract, as pdfcpu selects them.', '2'),
  row('splitUnify', bool, 'Whether extracted pages become one PDF.', 'true'),
];
