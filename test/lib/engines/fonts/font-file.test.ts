import { describe, expect, it } from 'vitest';
import { FontBudget } from '#lib/engines/fonts/font-budget.ts';
import { readFontFile } from '#lib/engines/fonts/font-file.ts';
import { writeFont } from '#lib/engines/fonts/sfnt/tables.ts';
import { sampleFont, sampleWoff2, withTables, writing16 } from '../../../support/font-tables.ts';

const read = (file: Buffer) => readFontFile(file, new FontBudget());

const rejected = (file: Buffer) =>
  read(file).then(
    () => 'accepted',
    (error: unknown) => error,
  );

describe('a font', () => {
  it('is described by its names, style and characters', async () => {
    const { bytes, face } = await read(sampleFont());
    expect(bytes).toEqual(sampleFont());
    expect(face).toEqual({
      families: ['Sample Sans'],
      postScriptName: 'SampleSans',
      hasOutlines: true,
      weight: [400, 400],
      width: [100, 100],
      isItalic: false,
      characters: [[0x20, 0x7e]],
    });
  });

  it('has its weight, width and slope from OS/2, and without it from head', async () => {
    const styled = withTables(sampleFont(), {
      'OS/2': (table) => {
        for (const [value, at] of [
          [800, 4],
          [3, 6],
          [1, 62],
        ] as const) {
          table.writeUInt16BE(value, at);
        }
        return table;
      },
    });
    expect((await read(styled)).face).toMatchObject({ weight: [800, 800], width: [75, 75], isItalic: true });
    const old = withTables(sampleFont(), { 'OS/2': () => undefined, head: writing16(3, 44) });
    expect((await read(old)).face).toMatchObject({ weight: [700, 700], width: [100, 100], isItalic: true });
  });

  it('has the ranges of its axes if it is variable', async () => {
    const variable = withTables(sampleFont(), {
      fvar: () => {
        const table = Buffer.alloc(36);
        for (const [value, at] of [
          [1, 0],
          [16, 4],
          [1, 8],
          [20, 10],
        ] as const) {
          table.writeUInt16BE(value, at);
        }
        table.write('wght', 16, 'latin1');
        for (const [value, at] of [
          [100, 20],
          [400, 24],
          [900, 28],
        ] as const) {
          table.writeInt32BE(value * 65_536, at);
        }
        return table;
      },
    });
    expect((await read(variable)).face).toMatchObject({ weight: [100, 900], width: [100, 100] });
  });
});

describe('a file that is not a font that can be used', () => {
  const sample = sampleFont();
  it.each<[string, Buffer, RegExp]>([
    ['is a PDF', Buffer.from('%PDF-1.7\n'), /is a file of another kind, not a TrueType/],
    ['has three bytes', Buffer.from([0, 1, 0]), /is a file of another kind/],
    ['is WOFF 1', Buffer.from('wOFF\0\0\0\0'), /is a WOFF font/],
    ['is a collection', Buffer.from('ttcf\0\x01\0\0'), /is a collection of fonts/],
    ['ends after its header', sample.subarray(0, 12), /table directory ends early/],
    ['is cut off in a table', sample.subarray(0, sample.length - 4000), /table directory ends early/],
    ['claims 65,535 tables', Buffer.from(sample).fill(0xff, 4, 6), /lists 65535 tables/],
    ['has no tables', Buffer.from(sample).fill(0, 4, 6), /lists 0 tables/],
  ])('%s', async (_, file, message) => {
    expect(await rejected(file)).toMatchObject({
      code: 'invalid-file-type',
      predicate: expect.stringMatching(message) as string,
    });
  });

  it.each(['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'name'])('lacks the table %s', async (tag) => {
    const font = withTables(sample, { [tag]: () => undefined });
    expect(await rejected(font)).toMatchObject({ predicate: `is a damaged font: it has no table ${tag}` });
  });

  it('has tables that overlap', async () => {
    const font = Buffer.from(sample);
    // The second table begins where the first does.
    font.copy(font, 12 + 16 + 8, 12 + 8, 12 + 12);
    expect(await rejected(font)).toMatchObject({ predicate: 'is a damaged font: its tables overlap' });
  });

  it('lists a table twice', async () => {
    const font = Buffer.from(sample);
    font.copy(font, 12 + 16, 12, 16);
    expect(await rejected(font)).toMatchObject({ predicate: expect.stringContaining('twice') as string });
  });

  it.each<[string, string, (table: Buffer) => Buffer | undefined]>([
    ['no outlines', 'glyf', () => undefined],
    ['no magic number', 'head', (table) => table.fill(0, 12, 16)],
    ['no glyphs', 'maxp', writing16(0, 4)],
    ['more metrics than glyphs', 'hhea', writing16(161, 34)],
    ['glyphs without metrics', 'hmtx', (table) => table.subarray(0, 100)],
    ['too few offsets', 'loca', (table) => table.subarray(0, 100)],
    ['offsets out of order', 'loca', writing16(0xffff, 20)],
    ['glyphs that are cut off', 'glyf', (table) => table.subarray(0, 2000)],
    ['no characters of Unicode', 'cmap', writing16(1, 4)],
    ['characters out of order', 'cmap', writing16(0x10, 26)],
    ['names outside of the table', 'name', writing16(0xffff, 14)],
  ])('has %s', async (_, tag, change) => {
    expect(await rejected(withTables(sample, { [tag]: change }))).toMatchObject({
      code: 'invalid-file-type',
    });
  });

  it('has no family name', async () => {
    const font = withTables(sample, { name: () => Buffer.alloc(6) });
    expect(await rejected(font)).toMatchObject({ predicate: 'is a damaged font: it has no family name' });
  });

  it.each([0x0002, 0x0202, 0x0200])('forbids to embed it (fsType %i)', async (type) => {
    const font = withTables(sample, { 'OS/2': writing16(type, 8) });
    expect(await rejected(font)).toMatchObject({ predicate: expect.stringContaining('license') as string });
  });

  it('is accepted if it allows to preview and print it', async () => {
    await read(withTables(sample, { 'OS/2': writing16(0x0004, 8) }));
  });
});

/** A font whose glyphs are composites of the given parts. */
function composed(parts: readonly (readonly number[])[]): Buffer {
  const glyphs = parts.map((glyph) =>
    Buffer.concat([
      Buffer.from([0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]),
      ...glyph.map((part, index) => {
        const component = Buffer.alloc(8);
        component.writeUInt16BE(1 | (index < glyph.length - 1 ? 0x20 : 0), 0);
        component.writeUInt16BE(part, 2);
        return component;
      }),
    ]),
  );
  return withTables(sampleFont(), {
    glyf: () => Buffer.concat(glyphs),
    head: writing16(1, 50),
    loca: (table) => {
      const loca = Buffer.alloc((table.length / 2) * 4);
      let end = 0;
      for (let index = 1; index * 4 < loca.length; index += 1) {
        end += glyphs[index - 1]?.length ?? 0;
        loca.writeUInt32BE(end, index * 4);
      }
      return loca;
    },
  });
}

describe('composite glyphs', () => {
  const deep = /nested too deeply/;
  it.each<[string, number[][], RegExp]>([
    ['of themselves', [[0]], deep],
    ['in a circle', [[1], [2], [0]], deep],
    ['nested nine deep', [1, 2, 3, 4, 5, 6, 7, 8, 9].map((next) => [next]), deep],
    ['that double at each level', [1, 2, 3, 4].map((next) => new Array<number>(20).fill(next)), deep],
    ['of a glyph that does not exist', [[160]], /part that does not exist/],
  ])('%s are rejected', async (_, parts, message) => {
    expect(await rejected(composed(parts))).toMatchObject({
      predicate: expect.stringMatching(message) as string,
    });
  });

  it('of others are accepted', async () => {
    await read(composed([[1, 2, 2], [2]]));
  });
});

describe('the characters of a font', () => {
  const format12 = (groups: readonly (readonly [number, number])[]): Buffer => {
    const table = Buffer.alloc(12 + 16 + groups.length * 12);
    table.writeUInt16BE(1, 2);
    table.writeUInt16BE(3, 4);
    table.writeUInt16BE(10, 6);
    table.writeUInt32BE(12, 8);
    table.writeUInt16BE(12, 12);
    table.writeUInt32BE(groups.length, 24);
    for (const [index, [first, last]] of groups.entries()) {
      table.writeUInt32BE(first, 28 + index * 12);
      table.writeUInt32BE(last, 32 + index * 12);
    }
    return table;
  };
  const withGroups = (...groups: [number, number][]): Buffer =>
    withTables(sampleFont(), { cmap: () => format12(groups) });

  it('come from format 12 with adjacent groups joined', async () => {
    const { face } = await read(withGroups([0x41, 0x42], [0x43, 0x43], [0x1f600, 0x1f601]));
    expect(face.characters).toEqual([
      [0x41, 0x43],
      [0x1f600, 0x1f601],
    ]);
  });

  it.each<[string, Buffer]>([
    ['end before they begin', withGroups([0x42, 0x41])],
    ['repeat', withGroups([0x41, 0x42], [0x42, 0x43])],
    ['are no characters', withGroups([0x41, 0x110000])],
    [
      'are more than the table has',
      withTables(sampleFont(), { cmap: () => format12([[1, 2]]).fill(0xff, 24, 28) }),
    ],
  ])('that %s are rejected', async (_, font) => {
    expect(await rejected(font)).toMatchObject({ predicate: expect.stringContaining('cmap') as string });
  });
});

describe('the limit of the bytes of all fonts', () => {
  it('counts each font', async () => {
    const budget = new FontBudget(100_000);
    await readFontFile(sampleFont(), budget);
    await readFontFile(sampleWoff2(), budget);
    await expect(readFontFile(sampleFont(), budget)).rejects.toMatchObject({ code: 'file-too-large' });
  });
});

it('writes fonts whose checksums are right', () => {
  const font = writeFont(0x00010000, new Map([['head', Buffer.alloc(54, 1)]]));
  let sum = 0;
  for (let at = 0; at < font.length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
  expect(sum).toBe(0xb1b0afba);
});
