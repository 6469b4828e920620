import { cipherKeys, encipher } from '#lib/engines/pdf/conformance/fonts/programs/type1-cipher.ts';

/** An integer as an operand of a glyph's program. */
const operand = (value: number): number[] => [
  255,
  (value >> 24) & 255,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
];

/** A glyph without an outline. */
const glyph = (width: number): Buffer => Buffer.from([...operand(0), ...operand(width), 13, 14]);

/** A Type 1 font with blank glyphs, by their names and widths, and the codes of its encoding. */
export function type1Font(
  widths: Readonly<Record<string, number>>,
  codes: Readonly<Record<number, string>> = {},
): Buffer {
  const encoding = Object.entries(codes).map(([code, name]) => `dup ${code} /${name} put\n`);
  const clear = `%!PS-AdobeFont-1.0: Sample\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n/Encoding 256 array\n${encoding.join('')}readonly def\ncurrentfile eexec\n`;
  const glyphs = Object.entries(widths).flatMap(([name, width]) => {
    const program = encipher(glyph(width), cipherKeys.charString, 4);
    return [Buffer.from(`/${name} ${program.length} RD `), program, Buffer.from(' ND\n')];
  });
  const priv = Buffer.concat([
    Buffer.from(
      `dup /Private 1 dict dup begin /lenIV 4 def\n2 index /CharStrings ${Object.keys(widths).length} dict dup begin\n`,
    ),
    ...glyphs,
    Buffer.from('end end readonly put mark currentfile closefile\n'),
  ]);
  const trailer = `\n${'0'.repeat(512)}\ncleartomark\n`;
  return Buffer.concat([Buffer.from(clear), encipher(priv, cipherKeys.eexec, 4), Buffer.from(trailer)]);
}
