/** Words in the scripts of the fonts without Latin letters, by family. */
const words: Readonly<Record<string, string>> = {
  'Noto Sans CJK JP': '日本語かな',
  'Noto Sans Mono CJK JP': '日本語かな',
  'Noto Sans CJK SC': '简体中文',
  'Noto Sans CJK TC': '繁體中文',
  'Noto Sans CJK KR': '한국어',
  'Noto Sans Devanagari': 'हिन्दी',
  'Noto Sans Bengali': 'বাংলা',
  'Noto Sans Gujarati': 'ગુજરાતી',
  'Noto Sans Gurmukhi': 'ਪੰਜਾਬੀ',
  'Noto Sans Kannada': 'ಕನ್ನಡ',
  'Noto Sans Malayalam': 'മലയാളം',
  'Noto Sans Oriya': 'ଓଡ଼ିଆ',
  'Noto Sans Sinhala': 'සිංහල',
  'Noto Sans Tamil': 'தமிழ்',
  'Noto Sans Telugu': 'తెలుగు',
  'Noto Sans Thai': 'ภาษาไทย',
  'Noto Sans Khmer': 'ខ្មែរ',
  'Noto Sans Myanmar': 'မြန်မာ',
  'Noto Sans Ethiopic': 'አማርኛ',
  'Noto Sans Symbols2': '🖎🖏',
  'Noto Color Emoji': '😀',
  'Noto Sans Hebrew': 'עברית',
  'Noto Serif Hebrew': 'עברית',
  Amiri: 'العربية',
};

/** A word that a font of the layer can write. */
export const sampleOf = (family: string): string => words[family] ?? 'Hamburgefonstiv';
