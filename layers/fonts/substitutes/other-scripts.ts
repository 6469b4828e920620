import type { Substitute } from './substitute.ts';

/** Other scripts than Latin: the widths of their characters are inherent in the script, or differ little. */
export const otherScripts: readonly Substitute[] = [
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
