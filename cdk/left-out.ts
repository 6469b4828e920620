/*
 * Replaces packages that only unused parts of pdf-lib import: standard fonts, compression (zlib does it) and PNG. They
 * would be half of the code that a cold start loads. Other modules get the packages themselves, see `leave-out.ts`.
 */

export const Encodings = {};
export const Font = {};
export const FontNames = {};
export default {};
