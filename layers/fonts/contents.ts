/** Font files of one package, below one of its folders, whose names match. */
export interface FontSelection {
  readonly package: string;
  readonly folder: string;
  readonly files: RegExp;
  /** Folder in the layer, below `fonts/`. */
  readonly target: string;
}

const truetype = '/usr/share/fonts/truetype';
const opentype = '/usr/share/fonts/opentype';

/**
 * Scripts that the other fonts cover badly or not at all. Regular and bold: LibreOffice does not embolden a fallback
 * font; it shows boxes for bold text without a bold font.
 */
const scripts = [
  ...[
    'Arabic',
    'Bengali',
    'Devanagari',
    'Ethiopic',
    'Gujarati',
    'Gurmukhi',
    'Hebrew',
    'Kannada',
    'Khmer',
    'Malayalam',
  ],
  ...['Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai'],
];

export const fontSelections: readonly FontSelection[] = [
  // Metric-compatible with Arial, Times New Roman, Courier New; with Arial Narrow; with Calibri; with Cambria.
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
  // Metric-compatible with Palatino, Bookman, Century Schoolbook and Century Gothic.
  {
    package: 'fonts-texgyre',
    folder: '/usr/share/texmf/fonts/opentype/public/tex-gyre',
    files: /^texgyre(pagella|bonum|schola|adventor)-.*\.otf$/,
    target: 'texgyre',
  },
  // Fonts that pages name most often, and that substitute others.
  {
    package: 'fonts-open-sans',
    folder: `${truetype}/open-sans`,
    // Of the condensed faces only the bold one, which substitutes Impact.
    files: /^OpenSans-(Regular|Italic|Bold|BoldItalic|CondBold)\.ttf$/,
    target: 'open-sans',
  },
  {
    package: 'fonts-roboto-unhinted',
    folder: `${truetype}/roboto/unhinted/RobotoTTF`,
    files: /^Roboto-(Regular|Italic|Bold|BoldItalic|Light|Medium)\.ttf$/,
    target: 'roboto',
  },
  {
    package: 'fonts-lato',
    folder: `${truetype}/lato`,
    files: /^Lato-(Regular|Italic|Bold|BoldItalic)\.ttf$/,
    target: 'lato',
  },
  {
    package: 'fonts-montserrat',
    folder: `${opentype}/montserrat`,
    files: /^Montserrat-(Regular|Italic|Bold|BoldItalic|Black)\.otf$/,
    target: 'montserrat',
  },
  {
    package: 'fonts-cabin',
    folder: `${opentype}/cabin`,
    files: /^Cabin-(Regular|Italic|Bold|BoldItalic)\.otf$/,
    target: 'cabin',
  },
  {
    package: 'fonts-comic-neue',
    folder: `${opentype}/comic-neue`,
    files: /^ComicNeue-(Regular|Italic|Bold|BoldItalic)\.otf$/,
    target: 'comic-neue',
  },
  {
    package: 'fonts-ebgaramond',
    folder: `${opentype}/ebgaramond`,
    files: /^EBGaramond12-.*\.otf$/,
    target: 'ebgaramond',
  },
  {
    package: 'fonts-anonymous-pro',
    folder: `${truetype}/anonymous-pro`,
    files: /^Anonymous Pro( B| I| BI)?\.ttf$/,
    target: 'anonymous-pro',
  },
  {
    package: 'fonts-hosny-amiri',
    folder: `${opentype}/fonts-hosny-amiri`,
    files: /^Amiri-(Regular|Bold)\.ttf$/,
    target: 'amiri',
  },
  // Broad coverage of Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Lao, phonetics, arrows, mathematics.
  { package: 'fonts-dejavu-core', folder: `${truetype}/dejavu`, files: /\.ttf$/, target: 'dejavu' },
  // LibreOffice's bullets, and the substitute for Symbol and Wingdings.
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
    files: /^NotoSerifHebrew-(Regular|Bold)\.ttf$/,
    target: 'noto',
  },
  {
    package: 'fonts-noto-core',
    folder: `${truetype}/noto`,
    files: /^NotoSans(Symbols|Symbols2|Math)-Regular\.ttf$/,
    target: 'noto',
  },
  // Chinese (both), Japanese and Korean in one file, with the regional forms of each.
  {
    package: 'fonts-noto-cjk',
    folder: `${opentype}/noto`,
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
