import type { ErrorCode } from '../../base/app-error.ts';

/** The errors of a form and its files, whatever they contain. */
export const formErrors = [
  'unsupported-content-type',
  'malformed-multipart',
  'missing-field',
  'invalid-field',
  'invalid-request',
  'empty-file',
  'invalid-file-type',
  'file-too-large',
  'gone',
  'url-not-allowed',
  'url-unreachable',
] as const satisfies readonly ErrorCode[];

/** The errors of PDFs among the files. */
export const pdfErrors = [
  'damaged-document',
  'password-required',
  'wrong-password',
] as const satisfies readonly ErrorCode[];

/**
 * The errors of finishing options: pages that the result does not have, PDFs as overlays, and standards that the result
 * does not conform to.
 */
export const finishingErrors = [
  'invalid-range',
  'not-conformant',
  ...pdfErrors,
] as const satisfies readonly ErrorCode[];
