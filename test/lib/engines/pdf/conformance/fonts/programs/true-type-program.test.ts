import { describe, expect, it } from 'vitest';
import { TrueTypeProgram } from '#lib/engines/pdf/conformance/fonts/programs/true-type-program.ts';
import { checkFont } from '#lib/engines/fonts/sfnt/check-font.ts';
import { symbolMap } from '#lib/engines/fonts/sfnt/glyph-map.ts';
import { sampleFont } from '../../../../../../support/font-tables.ts';

const program = (font: Buffer = sampleFont()): TrueTypeProgram => {
  const read = TrueTypeProgram.read(font);
  if (!read) throw new Error('the font cannot be read');
  return read;
};

describe('a TrueType program', () => {
  it('keeps its glyphs and has the widths that were set', () => {
    const font = program();
    const before = Array.from({ length: font.glyphCount }, (_, glyph) => font.width(glyph));
    font.setWidth(2, 333);
    const written = program(font.write());
    const after = Array.from({ length: written.glyphCount }, (_, glyph) => written.width(glyph));
    expect(after[2]).toBeCloseTo(333, 0);
    expect(after.toSpliced(2, 1)).toEqual(before.toSpliced(2, 1));
  });

  it('has copies of glyphs, each with a width of its own', () => {
    const font = program();
    const glyph = font.map(3, 1)?.get(65) ?? 0;
    const own = font.width(glyph);
    const count = font.glyphCount;
    const first = font.addCopy(glyph) ?? 0;
    const second = font.addCopy(first) ?? 0;
    font.setWidth(first, own + 100);
    const bytes = font.write();
    // All offsets and lengths are right, and the parts of composite glyphs exist.
    checkFont(bytes);
    const written = program(bytes);
    expect([first, second, written.glyphCount]).toEqual([count, count + 1, count + 2]);
    expect(written.width(first)).toBeCloseTo(own + 100, 0);
    expect([written.width(glyph), written.width(second)]).toEqual([own, own]);
    expect(outline(bytes, first)).toEqual(outline(bytes, glyph));
    expect(outline(bytes, second)).toEqual(outline(bytes, glyph));
  });

  it('has one map of codes after it was set', () => {
    const font = program();
    font.setMap(symbolMap((code) => (code === 65 ? 5 : 0)));
    const { maps } = program(font.write());
    expect(maps.map(({ platform, encoding }) => [platform, encoding])).toEqual([[3, 0]]);
    expect([...(maps[0]?.glyphs ?? [])]).toEqual([[0xf041, 5]]);
  });

  it('is not read from bytes that are none', () => {
    expect(TrueTypeProgram.read(Buffer.alloc(100))).toBeUndefined();
    expect(TrueTypeProgram.read(sampleFont().subarray(0, 200))).toBeUndefined();
  });
});

/** The outline of a glyph; the padding at its end does not count. */
function outline(bytes: Buffer, glyph: number): Buffer {
  const font = program(bytes);
  const [head, loca, glyf] = ['head', 'loca', 'glyf'].map((tag) => font.table(tag) ?? Buffer.alloc(0)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const isLong = head.readUInt16BE(50) === 1;
  const offset = (index: number): number =>
    isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
  const data = glyf.subarray(offset(glyph), offset(glyph + 1));
  expect(data.length).toBeGreaterThan(12);
  return data.subarray(0, data.length & ~3);
}
