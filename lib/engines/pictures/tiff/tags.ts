/** The fields of a directory (TIFF 6.0) that matter here. */
export const Tag = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  densityAcross: 282,
  densityAlong: 283,
  planarConfiguration: 284,
  group3Options: 292,
  densityUnit: 296,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  inkSet: 332,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  profile: 34_675,
} as const;

/** Codings of pixels that are read. */
export const Compression = {
  none: 1,
  huffman: 2,
  group3: 3,
  group4: 4,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  packBits: 32_773,
  oldDeflate: 32_946,
} as const;

/** What samples mean. */
export const Photometric = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  inks: 5,
  yCbCr: 6,
} as const;
