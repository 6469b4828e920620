import { compressedStream } from '../../../finishing/overlays/compressed-stream.ts';
import { utf16Hex } from '../../../finishing/overlays/to-unicode.ts';
import { keys } from '../../../keys.ts';
import type { ShownFont } from '../shown/shown-fonts.ts';
import { unknownCharacter } from './text-values.ts';

/** The largest section of a CMap (Adobe Technical Note 5014). */
const mostMappings = 100;

/**
 * Gives a font a ToUnicode CMap with the texts of all codes that it shows (ISO 19005-2, 6.2.11.7.2).
 *
 * @returns how many codes have no text: U+FFFD stands for each
 */
export function writeToUnicode(
  { dict, codes, lengths }: ShownFont,
  texts: ReadonlyMap<number, string>,
): number {
  const shown = [...codes.keys()].sort((one, other) => one - other);
  const mappings = shown.map((code) => {
    const hex = codeHex(code, lengths.get(code) ?? 1);
    return `<${hex}> <${utf16Hex(withoutLigatures(texts.get(code) ?? unknownCharacter))}>`;
  });
  const spaces = [...new Set(lengths.values())].map((length) => {
    const last = 256 ** length - 1;
    return `<${codeHex(0, length)}> <${codeHex(last, length)}>`;
  });
  const content = cmapText([
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    ...sections('codespacerange', spaces),
    ...sections('bfchar', mappings),
  ]);
  dict.set(keys.ToUnicode, dict.context.register(compressedStream(dict.context, content)));
  return shown.filter((code) => !texts.has(code)).length;
}

/** Readers search for the letters of Latin ligatures. */
const withoutLigatures = (text: string): string =>
  text.replaceAll(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));

/** The lines of a CMap between its fixed ones. */
export const cmapText = (lines: readonly string[]): Buffer =>
  Buffer.from(
    [
      '/CIDInit /ProcSet findresource begin',
      '12 dict begin',
      'begincmap',
      ...lines,
      'endcmap',
      'CMapName currentdict /CMap defineresource pop',
      'end',
      'end',
    ].join('\n'),
    'latin1',
  );

/** Mappings in sections of the allowed size. */
export function sections(kind: string, mappings: readonly string[]): string[] {
  const lines: string[] = [];
  for (let start = 0; start < mappings.length; start += mostMappings) {
    const part = mappings.slice(start, start + mostMappings);
    lines.push(`${part.length} begin${kind}`, ...part, `end${kind}`);
  }
  return lines;
}

/** A code in hexadecimal. @param length in bytes */
export const codeHex = (code: number, length: number): string =>
  code
    .toString(16)
    .toUpperCase()
    .padStart(length * 2, '0');
