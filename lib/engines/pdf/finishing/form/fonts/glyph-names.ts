/** Names of glyphs and their characters (Adobe Glyph List), besides letters, whose names are the characters themselves. */
const pairs = `
exclam !  quotedbl "  numbersign #  dollar $  percent %  ampersand &  quotesingle '  parenleft (
parenright )  asterisk *  plus +  comma ,  hyphen -  period .  slash /  zero 0  one 1  two 2  three 3
four 4  five 5  six 6  seven 7  eight 8  nine 9  colon :  semicolon ;  less <  equal =  greater >
question ?  at @  bracketleft [  backslash \\  bracketright ]  asciicircum ^  underscore _  grave \`
braceleft {  bar |  braceright }  asciitilde ~  exclamdown ¡  cent ¢  sterling £  currency ¤  yen ¥
brokenbar ¦  section §  dieresis ¨  copyright ©  ordfeminine ª  guillemotleft «  logicalnot ¬
registered ®  macron ¯  degree °  plusminus ±  twosuperior ²  threesuperior ³  acute ´  mu µ
paragraph ¶  periodcentered ·  cedilla ¸  onesuperior ¹  ordmasculine º  guillemotright »  onequarter ¼
onehalf ½  threequarters ¾  questiondown ¿  Agrave À  Aacute Á  Acircumflex Â  Atilde Ã  Adieresis Ä
Aring Å  AE Æ  Ccedilla Ç  Egrave È  Eacute É  Ecircumflex Ê  Edieresis Ë  Igrave Ì  Iacute Í
Icircumflex Î  Idieresis Ï  Eth Ð  Ntilde Ñ  Ograve Ò  Oacute Ó  Ocircumflex Ô  Otilde Õ  Odieresis Ö
multiply ×  Oslash Ø  Ugrave Ù  Uacute Ú  Ucircumflex Û  Udieresis Ü  Yacute Ý  Thorn Þ  germandbls ß
agrave à  aacute á  acircumflex â  atilde ã  adieresis ä  aring å  ae æ  ccedilla ç  egrave è  eacute é
ecircumflex ê  edieresis ë  igrave ì  iacute í  icircumflex î  idieresis ï  eth ð  ntilde ñ  ograve ò
oacute ó  ocircumflex ô  otilde õ  odieresis ö  divide ÷  oslash ø  ugrave ù  uacute ú  ucircumflex û
udieresis ü  yacute ý  thorn þ  ydieresis ÿ  Amacron Ā  amacron ā  Abreve Ă  abreve ă  Aogonek Ą
aogonek ą  Cacute Ć  cacute ć  Ccaron Č  ccaron č  Dcaron Ď  dcaron ď  Dcroat Đ  dcroat đ  Emacron Ē
emacron ē  Edotaccent Ė  edotaccent ė  Eogonek Ę  eogonek ę  Ecaron Ě  ecaron ě  Gbreve Ğ  gbreve ğ
Gcommaaccent Ģ  gcommaaccent ģ  Imacron Ī  imacron ī  Iogonek Į  iogonek į  Idotaccent İ  dotlessi ı
Kcommaaccent Ķ  kcommaaccent ķ  Lacute Ĺ  lacute ĺ  Lcommaaccent Ļ  lcommaaccent ļ  Lcaron Ľ  lcaron ľ
Lslash Ł  lslash ł  Nacute Ń  nacute ń  Ncommaaccent Ņ  ncommaaccent ņ  Ncaron Ň  ncaron ň  Omacron Ō
omacron ō  Ohungarumlaut Ő  ohungarumlaut ő  OE Œ  oe œ  Racute Ŕ  racute ŕ  Rcommaaccent Ŗ
rcommaaccent ŗ  Rcaron Ř  rcaron ř  Sacute Ś  sacute ś  Scedilla Ş  scedilla ş  Scaron Š  scaron š
Tcommaaccent Ţ  tcommaaccent ţ  Tcaron Ť  tcaron ť  Umacron Ū  umacron ū  Uring Ů  uring ů
Uhungarumlaut Ű  uhungarumlaut ű  Uogonek Ų  uogonek ų  Ydieresis Ÿ  Zacute Ź  zacute ź  Zdotaccent Ż
zdotaccent ż  Zcaron Ž  zcaron ž  florin ƒ  Scommaaccent Ș  scommaaccent ș  circumflex ˆ  caron ˇ
breve ˘  dotaccent ˙  ring ˚  ogonek ˛  tilde ˜  hungarumlaut ˝  Omega Ω  pi π  endash –  emdash —
quoteleft ‘  quoteright ’  quotesinglbase ‚  quotedblleft “  quotedblright ”  quotedblbase „  dagger †
daggerdbl ‡  bullet •  ellipsis …  perthousand ‰  guilsinglleft ‹  guilsinglright ›  fraction ⁄  Euro €
trademark ™  partialdiff ∂  Delta ∆  product ∏  summation ∑  minus −  radical √  infinity ∞  integral ∫
approxequal ≈  notequal ≠  lessequal ≤  greaterequal ≥  lozenge ◊  fi ﬁ  fl ﬂ
`;

const characters = new Map<string, string>([
  ['space', ' '],
  ['nbspace', ' '],
  ['sfthyphen', '-'],
  ...pairs
    .trim()
    .split(/\s{2}|\n/)
    .map((pair): [string, string] => {
      const [name = '', character = ''] = pair.split(' ');
      return [name, character];
    }),
]);

/** The character of a glyph; undefined if its name has none. Names such as `uni20AC` and `u20AC` are code points. */
export function glyphCharacter(name: string): string | undefined {
  const known = characters.get(name);
  if (known !== undefined || /^[A-Za-z]$/.test(name)) return known ?? name;
  const digits = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(name);
  const code = Number.parseInt(digits?.[1] ?? digits?.[2] ?? '', 16);
  return code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

let names: ReadonlyMap<string, string> | undefined;

/** The name of a character's glyph; undefined if the list above has none. */
export function glyphName(character: string): string | undefined {
  names ??= new Map([...characters].reverse().map(([name, each]) => [each, name]));
  return names.get(character) ?? (/^[A-Za-z]$/.test(character) ? character : undefined);
}
