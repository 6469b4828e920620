/** Texts of codes of predefined CMaps (PDF 32000-1, table 118), by the character sets in their names. */
const charsets: readonly (readonly [part: RegExp, label: string])[] = [
  [/UTF16|UCS2/, 'utf-16be'],
  [/RKSJ/, 'shift_jis'],
  [/^(?:GBK|GBpc|GB-EUC)/, 'gb18030'],
  [/B5|HKscs/, 'big5'],
  [/^KSC/, 'euc-kr'],
  [/^(?:EUC|Ext|Add|H$|V$)/, 'euc-jp'],
];

/** Decodes the codes of a predefined CMap; undefined for those whose codes are not characters. */
export function predefinedTexts(
  name: string,
): ((code: number, length: number) => string | undefined) | undefined {
  const label = charsets.find(([part]) => part.test(name))?.[1];
  if (label === undefined) return undefined;
  const decoder = new TextDecoder(label);
  // Codes of JIS X 0208 have the same numbers as in EUC without the highest bits.
  const high = name === 'H' || name === 'V' ? 0x8080 : 0;
  return (code, length) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUIntBE(code | high, 0, length);
    const text = decoder.decode(bytes);
    return text === '' || text.includes('\ufffd') ? undefined : text;
  };
}

/** The character id of the space in predefined CMaps, which Latin letters of one width or half the width of others follow. */
const latinIds: readonly (readonly [part: RegExp, id: number])[] = [
  [/90msp-RKSJ|GBKp-EUC|UCS2-H$|UCS2-V$|UTF16|ETenms|KSCms-UHC-[HV]$|90pv/, 1],
  [/RKSJ|UniJIS-UCS2-HW/, 231],
  [/^GB/, 814],
  [/B5/, 13_648],
  [/KSCms-UHC-HW/, 8094],
];

const [firstLatin, lastLatin] = [0x20, 0x7e];

/**
 * The character id of a code with a Latin character, of which half the width is common; undefined for other codes, which
 * have the default width.
 */
export function latinId(name: string, text: string | undefined): number | undefined {
  const code = text?.codePointAt(0) ?? 0;
  if (code < firstLatin || code > lastLatin) return undefined;
  const base = latinIds.find(([part]) => part.test(name))?.[1];
  return base === undefined ? undefined : base + code - firstLatin;
}
