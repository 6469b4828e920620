/*
 * Stands for packages that parts of pdf-lib import which nothing here uses: its standard fonts, its way to compress
 * (zlib's is used) and its reader of PNG. They would make up half of the code that a cold start has to load.
 */

export const Encodings = {};
export const Font = {};
export const FontNames = {};
export default {};
