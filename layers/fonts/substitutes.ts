/** A font of the layer and the fonts it substitutes, which documents and pages name and the layer does not contain. */
export interface Substitute {
  /** Family name in the layer. */
  readonly by: string;
  /** The generic family for characters that this font lacks. */
  readonly generic: 'sans-serif' | 'serif' | 'monospace';
  /**
   * How much wider text is than in the original font, in percent, by that font's family name: the mean of the regular
   * style's advance widths, weighted by letter frequency in English. `null` where no reference is available.
   */
  readonly families: Readonly<Record<string, number | null>>;
}

/** Metric-compatible: a document keeps its line and page breaks. */
const sameWidths: readonly Substitute[] = [
  {
    by: 'Liberation Sans',
    generic: 'sans-serif',
    families: { Arial: 0, ArialMT: 0, Helvetica: 0 },
  },
  { by: 'Liberation Sans Narrow', generic: 'sans-serif', families: { 'Arial Narrow': 0 } },
  {
    by: 'Liberation Serif',
    generic: 'serif',
    families: { 'Times New Roman': 0, TimesNewRomanPSMT: 0, Times: 0, 'Times Roman': 0 },
  },
  { by: 'Liberation Mono', generic: 'monospace', families: { 'Courier New': 0, Courier: 0 } },
  { by: 'Carlito', generic: 'sans-serif', families: { Calibri: 0 } },
  { by: 'Caladea', generic: 'serif', families: { Cambria: 0 } },
  {
    by: 'TeX Gyre Pagella',
    generic: 'serif',
    families: { Palatino: 0, 'Palatino Linotype': 0, 'Book Antiqua': 0 },
  },
  { by: 'TeX Gyre Bonum', generic: 'serif', families: { 'Bookman Old Style': 0, Bookman: 0 } },
  {
    by: 'TeX Gyre Schola',
    generic: 'serif',
    families: { 'Century Schoolbook': 0, 'New Century Schoolbook': 0 },
  },
  { by: 'TeX Gyre Adventor', generic: 'sans-serif', families: { 'Century Gothic': 0, 'Avant Garde': 0 } },
];

/** Similar in width and style. */
const nearWidths: readonly Substitute[] = [
  {
    by: 'Liberation Sans',
    generic: 'sans-serif',
    families: {
      'Arial Unicode MS': 0,
      'Microsoft Sans Serif': null,
      'MS Sans Serif': null,
      'Helvetica Neue': -0.9,
      Tahoma: -0.4,
      Geneva: null,
      'Franklin Gothic': null,
      'Franklin Gothic Book': null,
      'IBM Plex Sans': -1.2,
      Nunito: -1.4,
      'Nunito Sans': -1.4,
    },
  },
  {
    by: 'Liberation Sans Narrow',
    generic: 'sans-serif',
    families: { 'Franklin Gothic Medium Cond': null, 'Gill Sans MT Condensed': null },
  },
  // Aptos Narrow has the digits of Calibri, which determine the column width of a sheet.
  {
    by: 'Carlito',
    generic: 'sans-serif',
    families: {
      'Calibri Light': null,
      'Aptos Narrow': null,
      Candara: null,
      Corbel: null,
      'Source Sans Pro': -1.9,
      'Source Sans 3': -1.9,
    },
  },
  {
    by: 'Cabin',
    generic: 'sans-serif',
    families: { Aptos: -0.6, 'Aptos Display': null, 'Gill Sans': null, 'Gill Sans MT': null },
  },
  {
    by: 'Roboto',
    generic: 'sans-serif',
    families: { 'Segoe UI': 0.3, 'Segoe UI Variable': null, 'San Francisco': null },
  },
  {
    by: 'Roboto Light',
    generic: 'sans-serif',
    families: { 'Segoe UI Light': null, 'Segoe UI Semilight': null },
  },
  {
    by: 'Roboto Medium',
    generic: 'sans-serif',
    families: { 'Segoe UI Semibold': null, 'Franklin Gothic Medium': null, 'Franklin Gothic Demi': null },
  },
  {
    by: 'Lato',
    generic: 'sans-serif',
    families: { 'Trebuchet MS': -2.9, 'PT Sans': 1, Optima: null, Avenir: -1.8 },
  },
  {
    by: 'Open Sans',
    generic: 'sans-serif',
    families: { Inter: -1.8, 'Noto Sans': -1.1, Raleway: 1.2, 'Fira Sans': 2.3, 'DM Sans': 0.6, Ubuntu: 3 },
  },
  {
    by: 'DejaVu Sans',
    generic: 'sans-serif',
    families: { Verdana: -0.3, 'Lucida Sans Unicode': null, 'Lucida Sans': null, 'Lucida Grande': 4 },
  },
  {
    by: 'Montserrat',
    generic: 'sans-serif',
    families: { Poppins: 0.6, 'Work Sans': 0.8, Futura: null, Gotham: null },
  },
  { by: 'Montserrat Black', generic: 'sans-serif', families: { 'Arial Black': 1.1, 'Segoe UI Black': null } },
  { by: 'Open Sans Condensed', generic: 'sans-serif', families: { Impact: -2.3, Haettenschweiler: null } },
  {
    by: 'Comic Neue',
    generic: 'sans-serif',
    families: { 'Comic Sans MS': -8, 'Segoe Print': null, 'Segoe Script': null },
  },
  {
    by: 'Liberation Serif',
    generic: 'serif',
    families: {
      Baskerville: null,
      'Baskerville Old Face': null,
      'Bodoni MT': null,
      Didot: null,
      Sylfaen: null,
      'MS Serif': null,
    },
  },
  { by: 'Caladea', generic: 'serif', families: { 'Cambria Math': 0, 'Aptos Serif': null } },
  { by: 'TeX Gyre Pagella', generic: 'serif', families: { Georgia: 1.2, Constantia: null } },
  { by: 'TeX Gyre Bonum', generic: 'serif', families: { 'Lucida Bright': null } },
  {
    by: 'TeX Gyre Schola',
    generic: 'serif',
    families: { Century: null, Rockwell: null, 'Noto Serif': -2.1, Merriweather: -2.9 },
  },
  {
    by: 'EB Garamond',
    generic: 'serif',
    families: {
      Garamond: null,
      'Adobe Garamond Pro': null,
      Perpetua: null,
      'Goudy Old Style': null,
      'Crimson Text': -2.7,
    },
  },
  { by: 'Anonymous Pro', generic: 'monospace', families: { Consolas: -0.7 } },
  {
    by: 'Liberation Mono',
    generic: 'monospace',
    families: {
      'Aptos Mono': null,
      'Lucida Console': -0.4,
      'Lucida Sans Typewriter': -0.4,
      'Andale Mono': 0,
      Menlo: -0.3,
      Monaco: 0,
      'Cascadia Code': 2.4,
      'Cascadia Mono': 2.4,
      'Source Code Pro': 0,
      'Fira Code': 0,
      'Roboto Mono': 0,
    },
  },
];

/** Other scripts than Latin: the widths of their characters are inherent in the script, or differ little. */
const scripts: readonly Substitute[] = [
  {
    by: 'Noto Sans CJK JP',
    generic: 'sans-serif',
    families: names(
      ...[
        'MS PGothic',
        'ＭＳ Ｐゴシック',
        'MS UI Gothic',
        'MS PMincho',
        'ＭＳ Ｐ明朝',
        'MS Mincho',
        'ＭＳ 明朝',
      ],
      ...[
        'Yu Gothic',
        'Yu Gothic UI',
        '游ゴシック',
        'Yu Mincho',
        '游明朝',
        'Meiryo',
        'メイリオ',
        'Meiryo UI',
      ],
      ...['Hiragino Sans', 'Hiragino Kaku Gothic ProN', 'Noto Sans JP'],
    ),
  },
  { by: 'Noto Sans Mono CJK JP', generic: 'monospace', families: names('MS Gothic', 'ＭＳ ゴシック') },
  {
    by: 'Noto Sans CJK SC',
    generic: 'sans-serif',
    families: names(
      ...[
        'SimSun',
        '宋体',
        'NSimSun',
        '新宋体',
        'SimHei',
        '黑体',
        'Microsoft YaHei',
        '微软雅黑',
        'Microsoft YaHei UI',
      ],
      ...[
        'KaiTi',
        '楷体',
        'FangSong',
        '仿宋',
        'DengXian',
        '等线',
        'STSong',
        'STHeiti',
        'PingFang SC',
        'Noto Sans SC',
      ],
    ),
  },
  {
    by: 'Noto Sans CJK TC',
    generic: 'sans-serif',
    families: names(
      ...[
        'MingLiU',
        '細明體',
        'PMingLiU',
        '新細明體',
        'Microsoft JhengHei',
        '微軟正黑體',
        'DFKai-SB',
        '標楷體',
      ],
      ...['PingFang TC', 'Noto Sans TC'],
    ),
  },
  {
    by: 'Noto Sans CJK KR',
    generic: 'sans-serif',
    families: names(
      ...[
        'Malgun Gothic',
        '맑은 고딕',
        'Batang',
        '바탕',
        'Gulim',
        '굴림',
        'Dotum',
        '돋움',
        'Gungsuh',
        '궁서',
      ],
      ...['Apple SD Gothic Neo', 'Noto Sans KR'],
    ),
  },
  {
    by: 'Noto Sans Devanagari',
    generic: 'sans-serif',
    families: names('Mangal', 'Nirmala UI', 'Aparajita', 'Kokila', 'Utsaah'),
  },
  { by: 'Noto Sans Bengali', generic: 'sans-serif', families: names('Vrinda', 'Shonar Bangla') },
  { by: 'Noto Sans Gujarati', generic: 'sans-serif', families: names('Shruti') },
  { by: 'Noto Sans Gurmukhi', generic: 'sans-serif', families: names('Raavi') },
  { by: 'Noto Sans Kannada', generic: 'sans-serif', families: names('Tunga') },
  { by: 'Noto Sans Malayalam', generic: 'sans-serif', families: names('Kartika') },
  { by: 'Noto Sans Oriya', generic: 'sans-serif', families: names('Kalinga') },
  { by: 'Noto Sans Sinhala', generic: 'sans-serif', families: names('Iskoola Pota') },
  { by: 'Noto Sans Tamil', generic: 'sans-serif', families: names('Latha', 'Vijaya') },
  { by: 'Noto Sans Telugu', generic: 'sans-serif', families: names('Gautami', 'Vani') },
  {
    by: 'Noto Sans Thai',
    generic: 'sans-serif',
    families: names(
      ...[
        'Leelawadee',
        'Leelawadee UI',
        'Cordia New',
        'CordiaUPC',
        'Angsana New',
        'AngsanaUPC',
        'Browallia New',
      ],
      'TH SarabunPSK',
    ),
  },
  { by: 'Noto Sans Khmer', generic: 'sans-serif', families: names('DaunPenh', 'Khmer UI') },
  { by: 'Noto Sans Myanmar', generic: 'sans-serif', families: names('Myanmar Text') },
  { by: 'Noto Sans Ethiopic', generic: 'sans-serif', families: names('Nyala', 'Ebrima') },
  {
    by: 'Amiri',
    generic: 'serif',
    families: names('Traditional Arabic', 'Arabic Typesetting', 'Simplified Arabic', 'Sakkal Majalla'),
  },
  { by: 'Noto Serif Hebrew', generic: 'serif', families: names('David', 'FrankRuehl', 'Narkisim') },
  { by: 'Noto Sans Hebrew', generic: 'sans-serif', families: names('Miriam', 'Gisha', 'Aharoni') },
  { by: 'Noto Sans Symbols2', generic: 'sans-serif', families: names('Segoe UI Symbol') },
  { by: 'Noto Color Emoji', generic: 'sans-serif', families: names('Segoe UI Emoji', 'Apple Color Emoji') },
];

function names(...families: readonly string[]): Record<string, null> {
  return Object.fromEntries(families.map((family) => [family, null]));
}

/**
 * Without Symbol, Wingdings and Webdings: LibreOffice replaces them with OpenSymbol and translates their characters,
 * but only if fontconfig offers no substitute.
 */
export const substitutes: readonly Substitute[] = [...sameWidths, ...nearWidths, ...scripts];
