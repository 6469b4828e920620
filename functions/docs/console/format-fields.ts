import type { finishingFields } from '#lib/api/fields/finishing/finishing-fields.ts';
import type { imageFields, pdfFields } from '#lib/api/fields/html/fields.ts';

/** Fields of renderings that apply to PDFs only, or to images only. */
const ofPdfs = new Set<string>([
  'pageSize',
  'paperWidth',
  'paperHeight',
  'marginTop',
  'marginRight',
  'marginBottom',
  'marginLeft',
  'landscape',
  'scale',
  'pageRanges',
  'preferCssPageSize',
  'printBackground',
  'singlePage',
  'tagged',
  'outline',
  'headerTemplate',
  'footerTemplate',
  'rotate',
  'flatten',
  'form',
  'watermark',
  'stamp',
  'bookmarks',
  'metadata',
  'attachmentsMetadata',
  'facturXProfile',
  'facturXDocumentType',
  'compress',
  'pdfa',
  'pdfua',
  'undescribedFigures',
  'protect',
  'linearize',
] satisfies (keyof typeof pdfFields | keyof typeof finishingFields)[]);
const ofImages = new Set<string>([
  'width',
  'height',
  'fullPage',
  'deviceScaleFactor',
  'quality',
  'omitBackground',
  'selector',
  'clip',
] satisfies (keyof typeof imageFields)[]);

/** Whether an option of a rendering applies to a format. */
export const suitsFormat = (field: string, format: string): boolean =>
  format === 'pdf' ? !ofImages.has(field) : !ofPdfs.has(field);
