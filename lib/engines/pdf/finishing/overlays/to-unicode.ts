/** The largest section of a CMap (Adobe Technical Note 5014). */
const mostMappings = 100;

/**
 * A CMap that maps two-byte codes to texts (PDF 32000-1, 9.10.3).
 *
 * @param texts by code, in ascending order
 */
export function toUnicodeCMap(texts: readonly (readonly [code: number, text: string])[]): string {
  const sections: string[] = [];
  for (let start = 0; start < texts.length; start += mostMappings) {
    const section = texts.slice(start, start + mostMappings);
    const mappings = section.map(([code, text]) => `<${codeHex(code)}> <${utf16Hex(text)}>`);
    sections.push(`${section.length} beginbfchar`, ...mappings, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <FFFF>',
    'endcodespacerange',
    ...sections,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

/** A two-byte code in hexadecimal. */
export const codeHex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** UTF-16, big-endian, in hexadecimal. */
export const utf16Hex = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
