import { type Unzipped, unzipSync, zipSync } from 'fflate';
import { mutated, type Random } from '../mutations.ts';
import type { Family, Seed } from './seeds.ts';

/** Tokens of XML documents, of RTF and of text. */
const tokens: Readonly<Record<'xml' | 'rtf' | 'text', readonly string[]>> = {
  xml: [
    '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>',
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
    '<w:footnoteReference w:id="1"/>',
    '<w:fldSimple w:instr="TOC"/>',
    '<mc:AlternateContent>',
    '<c r="XFD1048576" t="s"><v>99</v></c>',
    '<mergeCell ref="A1:XFD1048576"/>',
    '<f>SUM(A:A)</f>',
    '<p:grpSp>',
    '<a:ext cx="-1" cy="99999999999"/>',
    '<table:table-cell table:number-columns-repeated="16384"/>',
    '<table:table-row table:number-rows-repeated="1048576">',
    '<text:list>',
    '<text:s text:c="2147483647"/>',
    '<draw:frame draw:style-name="gr1" svg:width="-5cm" svg:height="9999999cm">',
    '<draw:g>',
    '<office:annotation/>',
    'fo:margin-left="-2147483648"',
    '&amp;',
    ']]>',
  ],
  rtf: [
    '{\\*\\shppict{\\pict\\wmetafile8 ',
    '\\trowd\\cellx100\\cell\\row ',
    '\\bin99999 ',
    '{\\field{\\*\\fldinst PAGE}',
    '\\u-1?',
    '\\paperw-1 ',
    '\\cols4096 ',
    '\\li2147483647 ',
    '{\\object\\objemb{\\*\\objdata 01}}',
    '\\sect ',
    '{',
    '}',
  ],
  text: ['"', '""', ',', ';', '\t', '\r', '\n', '\0', '=1/0', '1e999', '\f', '\ufeff', '-0'],
};

/** Bytes that lengths, counts and flags of binary formats are tried with. */
const numbers = [
  '00',
  'ff',
  '7f',
  '80',
  '0000',
  'ffff',
  'ff7f',
  '00000000',
  'ffffffff',
  'ffffff7f',
  '01000000',
];

/** A changed document. In a package, mostly the content of a part changes, because a broken ZIP is not opened. */
export function mutant(family: Family, { bytes }: Seed, others: readonly Seed[], random: Random): Buffer {
  const all = others.map((other) => other.bytes);
  const isRaw = random.below(10) === 0;
  switch (family) {
    case 'compound':
      return isRaw ? mutated(bytes, all, tokens.text, random) : overwritten(bytes, random, sectorLength);
    case 'odf':
    case 'ooxml':
    case 'xlsb':
      return isRaw ? mutated(bytes, all, tokens.xml, random) : withChangedPart(bytes, random);
    case 'flat-odf':
      return changedXml(bytes, all, random);
    case 'rtf':
      return mutated(bytes, all, tokens.rtf, random);
    case 'text':
      return mutated(bytes, all, tokens.text, random);
  }
}

/** The header of a compound file is as long, and then come its sectors. */
const sectorLength = 512;

/** `bytes` with other numbers in up to twelve places, and of the same length. */
function overwritten(bytes: Buffer, random: Random, from = 0): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = 1 + random.below(12); count > 0; count -= 1) {
    const value =
      random.below(2) === 0 ? Buffer.from([random.below(256)]) : Buffer.from(random.pick(numbers), 'hex');
    value.copy(copy, Math.min(from, copy.length) + random.below(Math.max(1, copy.length - from)));
  }
  return copy;
}

/** XML with other numbers, which remains well-formed, or changed anywhere. */
function changedXml(bytes: Buffer, others: readonly Buffer[], random: Random): Buffer {
  if (random.below(3) === 0) return mutated(bytes, others, tokens.xml, random);
  const chance = random.pick([2, 10, 100]);
  const text = bytes
    .toString('latin1')
    .replace(/(?<=["> ])-?\d+/g, (number) => (random.below(chance) === 0 ? random.pick(values) : number));
  return Buffer.from(text, 'latin1');
}

/** Values that lengths, counts and references in XML are tried with. */
const values = [
  '0',
  '-1',
  '1',
  '2',
  '3',
  '255',
  '-0.5',
  '65536',
  '2147483648',
  '-2147483648',
  '99999999999',
  '1e308',
];

function withChangedPart(document: Buffer, random: Random): Buffer {
  const parts = partsOf(document);
  if (!parts) return mutated(document, [document], tokens.xml, random);
  const contents = Object.values(parts).map((part) => Buffer.from(part));
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    const name = random.pick(Object.keys(parts));
    const part = Buffer.from(parts[name] ?? '');
    const isXml = part.subarray(0, 5).toString('latin1').includes('<');
    const changed = isXml ? changedXml(part, contents, random) : overwritten(part, random);
    parts[name] = new Uint8Array(changed);
  }
  // OpenDocument is recognized by its first entry, which is not compressed.
  return Buffer.from(zipSync(parts, { level: 0 }));
}

/** Undefined for a file of a corpus that is no ZIP. */
function partsOf(document: Buffer): Unzipped | undefined {
  try {
    return unzipSync(document);
  } catch {
    return undefined;
  }
}
