import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CffProgram } from '#lib/engines/pdf/conformance/fonts/programs/cff-program.ts';

/** A font in the Compact Font Format that comes with a package. */
const source = readFileSync(
  join(import.meta.dirname, '../../../../../../../node_modules/pdfjs-dist/standard_fonts/FoxitSerif.pfb'),
);

const program = (font: Buffer = source): CffProgram => {
  const read = CffProgram.read(font);
  if (!read) throw new Error('the font cannot be read');
  return read;
};

const widthsOf = (font: CffProgram): [string | undefined, number][] =>
  Array.from({ length: font.glyphCount }, (_, glyph) => [font.names[glyph], font.width(glyph)]);

describe('a program in the Compact Font Format', () => {
  it('returns the names and widths of its glyphs', () => {
    const widths = new Map(widthsOf(program()));
    expect(['A', 'a', 'space', 'emdash'].map((name) => widths.get(name))).toEqual([722, 444, 250, 1000]);
  });

  it('has the same glyphs when it was written', () => {
    expect(widthsOf(program(program().write()))).toEqual(widthsOf(program()));
  });

  it('has the widths that were set, with fractions', () => {
    const font = program();
    const [first, second] = [font.names.indexOf('A'), font.names.indexOf('space')];
    font.setWidth(first, 333);
    font.setWidth(second, 250.5);
    const written = program(font.write());
    expect([written.width(first), written.width(second)]).toEqual([333, 250.5]);
    expect(widthsOf(written).filter(([name]) => name !== 'A' && name !== 'space')).toEqual(
      widthsOf(program()).filter(([name]) => name !== 'A' && name !== 'space'),
    );
  });

  it('has copies with names of their own', () => {
    const font = program();
    const copy = font.addCopy(font.names.indexOf('a')) ?? 0;
    font.names[copy] = 'a.copy';
    font.setWidth(copy, 500);
    const written = program(font.write());
    expect(written.glyphCount).toBe(copy + 1);
    expect([written.names[copy], written.width(copy)]).toEqual(['a.copy', 500]);
    expect(written.width(written.names.indexOf('a'))).toBe(444);
  });

  it('is not read from bytes that are damaged', () => {
    expect(CffProgram.read(Buffer.from([1, 0, 4, 2]))).toBeUndefined();
    for (let length = 5; length < 2000; length += 97)
      expect(CffProgram.read(source.subarray(0, length))).toBeUndefined();
  });
});
