import { describe, expect, it } from 'vitest';
import { Type1Program } from '#lib/engines/pdf/conformance/fonts/programs/type1-program.ts';
import { type1Font } from '../../../../../../support/type1-font.ts';

const source = type1Font({ '.notdef': 250, A: 700, space: 300 }, { 65: 'A', 66: 'space' });

const program = (font: Buffer = source): Type1Program => {
  const read = Type1Program.read(font);
  if (!read) throw new Error('the font cannot be read');
  return read;
};

const widthsOf = (font: Type1Program): [string | undefined, number][] =>
  Array.from({ length: font.glyphCount }, (_, glyph) => [font.names[glyph], font.width(glyph)]);

describe('a Type 1 program', () => {
  it('returns its encoding and the widths of its glyphs', () => {
    const font = program();
    expect([font.builtInNames?.[65], font.builtInNames?.[66], font.builtInNames?.[67]]).toEqual([
      'A',
      'space',
      undefined,
    ]);
    expect(widthsOf(font)).toEqual([
      ['.notdef', 250],
      ['A', 700],
      ['space', 300],
    ]);
  });

  it('has the widths that were set, and copies with names of their own', () => {
    const font = program();
    font.setWidth(1, 650);
    const copy = font.addCopy(0) ?? 0;
    font.names[copy] = 'Omega';
    font.setWidth(copy, 100);
    const { clear, encrypted, trailer } = font.writeParts();
    expect(clear.toString().endsWith('eexec\n')).toBe(true);
    expect(trailer.toString()).toMatch(/^\s*0{512}\s+cleartomark\s*$/);
    expect(widthsOf(program(Buffer.concat([clear, encrypted, trailer])))).toEqual([
      ['.notdef', 250],
      ['A', 650],
      ['space', 300],
      ['Omega', 100],
    ]);
  });

  it('is read with its encrypted part in hexadecimal', () => {
    const start = source.indexOf('eexec\n') + 'eexec\n'.length;
    const end = source.indexOf(`\n${'0'.repeat(512)}`);
    const hex = Buffer.concat([
      source.subarray(0, start),
      Buffer.from(source.subarray(start, end).toString('hex')),
      source.subarray(end),
    ]);
    expect(widthsOf(program(hex))).toEqual(widthsOf(program()));
  });

  it('is not read from bytes that are damaged', () => {
    expect(Type1Program.read(Buffer.from('%!PS-AdobeFont-1.0 eexec'))).toBeUndefined();
    expect(Type1Program.read(source.subarray(0, source.indexOf('eexec') + 100))).toBeUndefined();
  });
});
