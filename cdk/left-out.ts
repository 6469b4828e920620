/*
 * Replaces packages that only unused parts of pdf-lib import: standard fonts, compression (zlib does it) and PNG. They
 * would be half of the code that a cold start loads.
 */

export const Encodings = {};
export const Font = {};
export const FontNames = {};
export default {};
