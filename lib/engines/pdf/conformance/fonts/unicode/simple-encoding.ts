import { ownEntry } from '../../../../../base/own-entry.ts';
import { arrayAt, dictAt, nameAt, resolved } from '../../../assembly/lookup.ts';
import { encodings } from '../../../finishing/form/fonts/encodings.ts';
import { glyphName } from '../../../finishing/form/fonts/glyph-names.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFName, PDFNumber } from '../../../objects.ts';
import { nameText } from '../../../syntax/names.ts';
import { symbolCodes, type SymbolFontName } from '../standard-fonts.ts';
import { glyphText } from './glyph-text.ts';

/** The names of the glyphs of a font's codes; undefined where a code has none. */
export type GlyphNames = readonly (string | undefined)[];

/** Codes of WinAnsiEncoding and MacRomanEncoding that stand for a glyph of another code (PDF 32000-1, annex D.2). */
const winAnsiRepeats: ReadonlyMap<number, string> = new Map([
  [0xa0, 'space'],
  [0xad, 'hyphen'],
  ...[0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].map((code): [number, string] => [code, 'bullet']),
]);
const macRomanRepeats: ReadonlyMap<number, string> = new Map([[0xca, 'space']]);

const namesBy = new Map<string, GlyphNames>();

/** The glyph names of a predefined encoding; undefined if there is none of that name. */
export function predefinedNames(encoding: string): GlyphNames | undefined {
  const known = namesBy.get(encoding);
  const characters = ownEntry(encodings, encoding);
  if (known || !characters) return known;
  const repeats = ownEntry({ WinAnsiEncoding: winAnsiRepeats, MacRomanEncoding: macRomanRepeats }, encoding);
  const names = characters.map(
    (character, code) => repeats?.get(code) ?? (character === undefined ? undefined : glyphName(character)),
  );
  namesBy.set(encoding, names);
  return names;
}

/** The standard font of symbols with that name (PDF 32000-1, 9.6.2.2), if it is one. */
export const symbolFontOf = (name: string): SymbolFontName | undefined =>
  /^Symbol(?:MT)?(?:$|[,-])/.test(name)
    ? 'Symbol'
    : /^(?:ITC)?ZapfDingbats/.test(name)
      ? 'ZapfDingbats'
      : undefined;

/** Brackets in ZapfDingbats, which only some versions of the font have a code for. */
const dingbatBrackets = 'a89 a90 a93 a94 a91 a92 a205 a85 a206 a86 a87 a88 a95 a96'.split(' ');
const firstBracket = { code: 0x80, character: 0x2768 };

/** The names of the codes of a standard font of symbols. */
function symbolNames(font: SymbolFontName): GlyphNames {
  const names = new Array<string | undefined>(256).fill(undefined);
  for (const { code, name } of symbolCodes(font)) names[code] = name;
  if (font === 'ZapfDingbats')
    for (const [index, name] of dingbatBrackets.entries()) names[firstBracket.code + index] = name;
  return names;
}

/** Parts of brackets and repeated signs in Symbol, which the Adobe Glyph List has among the private-use characters. */
const symbolParts: ReadonlyMap<string, string> = new Map(
  `copyrightserif ©  registerserif ®  trademarkserif ™  copyrightsans ©  registersans ®  trademarksans ™
  radicalex ‾  arrowvertex ⏐  arrowhorizex ⎯  parenlefttp ⎛  parenleftex ⎜  parenleftbt ⎝  bracketlefttp ⎡
  bracketleftex ⎢  bracketleftbt ⎣  bracelefttp ⎧  braceleftmid ⎨  braceleftbt ⎩  braceex ⎪  integralex ⎮
  parenrighttp ⎞  parenrightex ⎟  parenrightbt ⎠  bracketrighttp ⎤  bracketrightex ⎥  bracketrightbt ⎦
  bracerighttp ⎫  bracerightmid ⎬  bracerightbt ⎭  angleleft ⟨  angleright ⟩`
    .trim()
    .split(/\s{2,}/)
    .map((pair): [string, string] => {
      const [name = '', character = ''] = pair.split(' ');
      return [name, character];
    }),
);

let dingbats: ReadonlyMap<string, number> | undefined;

/** The text of a glyph name. The names in ZapfDingbats mean nothing elsewhere. */
export function textOfName(name: string, symbols: SymbolFontName | undefined): string | undefined {
  if (symbols === 'ZapfDingbats') {
    dingbats ??= new Map([
      ...symbolCodes(symbols).map(({ name: each, point }): [string, number] => [each, point]),
      ...dingbatBrackets.map((each, index): [string, number] => [each, firstBracket.character + index]),
    ]);
    const dingbat = dingbats.get(name);
    if (dingbat !== undefined) return String.fromCodePoint(dingbat);
  }
  return (
    (symbols === 'Symbol' ? symbolParts.get(name) : undefined) ?? glyphText(name) ?? symbolParts.get(name)
  );
}

/**
 * The glyph names of a simple font's codes (PDF 32000-1, 9.6.6).
 *
 * @param builtIn those of its font program, if it has any
 */
export function glyphNames(font: PDFDict, builtIn: GlyphNames | undefined): GlyphNames {
  const dict = dictAt(font, keys.Encoding);
  const stated = nameAt(font, keys.Encoding) ?? (dict && nameAt(dict, keys.BaseEncoding));
  const base = predefinedNames(stated ?? '') ?? builtIn ?? implicitNames(font);
  return dict ? withDifferences(base, dict) : base;
}

function implicitNames(font: PDFDict): GlyphNames {
  const symbols = symbolFontOf(nameAt(font, keys.BaseFont) ?? '');
  if (symbols) return symbolNames(symbols);
  const isTrueType = nameAt(font, keys.Subtype) === 'TrueType';
  return predefinedNames(isTrueType ? 'WinAnsiEncoding' : 'StandardEncoding') ?? [];
}

function withDifferences(base: GlyphNames, dict: PDFDict): GlyphNames {
  const names = Array.from({ length: 256 }, (_, code) => base[code]);
  let code = 0;
  for (const entry of arrayAt(dict, keys.Differences)?.asArray() ?? []) {
    const value = resolved(dict.context, entry);
    if (value instanceof PDFNumber) code = value.asNumber();
    else if (value instanceof PDFName) {
      if (Number.isInteger(code) && code >= 0 && code < 256) names[code] = nameText(value);
      code += 1;
    }
  }
  return names;
}
