/** Font files of one package, all below one of its folders: those whose name matches. */
export interface FontSelection {
  readonly package: string;
  readonly folder: string;
  readonly files: RegExp;
  /** Folder in the layer, below `fonts/`. */
  readonly target: string;
}

const truetype = '/usr/share/fonts/truetype';

/**
 * Scripts that the other fonts do not have, or not well. Regular and bold: LibreOffice does not thicken a font of
 * another family, it shows boxes for bold text that has no bold font.
 */
const scripts = [
  ...['Arabic', 'Bengali', 'Devanagari', 'Ethiopic', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Malayalam'],
  ...['Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai'],
];

export const fontSelections: readonly FontSelection[] = [
  // Same widths as Arial, Times New Roman, Courier New; as Arial Narrow; as Calibri; as Cambria.
  { package: 'fonts-liberation', folder: `${truetype}/liberation`, files: /\.ttf$/, target: 'liberation' },
  {
    package: 'fonts-liberation-sans-narrow',
    folder: `${truetype}/liberation`,
    files: /Narrow.*\.ttf$/,
    target: 'liberation',
  },
  {
    package: 'fonts-crosextra-carlito',
    folder: `${truetype}/crosextra`,
    files: /\.ttf$/,
    target: 'crosextra',
  },
  {
    package: 'fonts-crosextra-caladea',
    folder: `${truetype}/crosextra`,
    files: /\.ttf$/,
    target: 'crosextra',
  },
  // Wide coverage of Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Lao, phonetics, arrows, mathematics.
  { package: 'fonts-dejavu-core', folder: `${truetype}/dejavu`, files: /\.ttf$/, target: 'dejavu' },
  // LibreOffice's bullets, and what stands for Symbol and Wingdings.
  { package: 'fonts-opensymbol', folder: `${truetype}/libreoffice`, files: /\.ttf$/, target: 'opensymbol' },
  {
    package: 'fonts-noto-core',
    folder: `${truetype}/noto`,
    files: new RegExp(`^NotoSans(${scripts.join('|')})-(Regular|Bold)\\.ttf$`),
    target: 'noto',
  },
  {
    package: 'fonts-noto-core',
    folder: `${truetype}/noto`,
    files: /^NotoSans(Symbols|Symbols2|Math)-Regular\.ttf$/,
    target: 'noto',
  },
  // Chinese (both), Japanese and Korean in one file with the forms of each.
  {
    package: 'fonts-noto-cjk',
    folder: '/usr/share/fonts/opentype/noto',
    files: /^NotoSansCJK-Regular\.ttc$/,
    target: 'noto',
  },
  {
    package: 'fonts-noto-color-emoji',
    folder: `${truetype}/noto`,
    files: /^NotoColorEmoji\.ttf$/,
    target: 'noto',
  },
];
