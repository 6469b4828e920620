import { officeContentTypes, officeFormatNames } from './office-contract.ts';

/** The files that become PDFs. */
export const convertibleTypes = [
  'application/pdf',
  ...officeContentTypes,
  'text/html',
  'text/markdown',
  'message/rfc822',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/bmp',
  'image/avif',
  'image/svg+xml',
] as const;

/** Their names, for descriptions. */
export const convertibleNames = `PDF; ${officeFormatNames}; HTML and Markdown; email messages (EML); PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF and SVG`;
