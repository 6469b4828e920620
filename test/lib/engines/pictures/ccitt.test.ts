import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowBytes } from '#lib/engines/pictures/ccitt/changing-elements.ts';
import { decodeFax, type FaxCoding } from '#lib/engines/pictures/ccitt/decoder.ts';
import { encodeGroup4 } from '#lib/engines/pictures/ccitt/group4-encoder.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');

/** A drawing with rectangles, dots and lines: 40 by 24 pixels, of which those with the bit 0 are white. */
const drawing = {
  width: 40,
  height: 24,
  data: bytes(
    `00000000000000000000000000000007fffffe0007fffffe0007fffffe0007fffffe0007fffffe0007fffffe00000e00000000
     0e000000000e000000000e000000000e000000000e000000000e000000000e000000000e000000000e000000000e000000924924
     92490000000000ffffffffff8000000000`,
  ),
};

/** The drawing as libtiff codes it. */
const coded: readonly [string, Partial<FaxCoding>, string][] = [
  [
    'in two dimensions',
    { dimensions: 'two' },
    'e7032bfffc917fffffff26a8ba2e8114e11745d1745d1745d1745d28888888888888b26a0d928a00040040',
  ],
  [
    'in one dimension',
    { dimensions: 'one' },
    `001290012900129001c0caa000e06550007032a800381954001c0caa000e06550004895800912b001225600244ac004895800912b0012
     25600244ac004895800912b00122560026a9d3a74e9d3a74e9d3a74e9d000948009a8360009aa28`,
  ],
  [
    'in one or two dimensions',
    { dimensions: 'mixed' },
    `00194800a003290011c0ca800f032a8002e003c0caa000b800f032a8002245001912b0017001912b0017001912b0017001912b0017001
     912b00170019aa74e9d3a74e9d3a74e9d3a74002111111111111160033506c0014a28`,
  ],
  [
    'with lines that end at bytes',
    { dimensions: 'one' },
    `0001290001290001290001c0caa00001c0caa00001c0caa00001c0caa00001c0caa00001c0caa0000122560001225600012256000122560
     00122560001225600012256000122560001225600012256000122560001354e9d3a74e9d3a74e9d3a74e800012900013506c001354500`,
  ],
];

const codingOf = (more: Partial<FaxCoding>): FaxCoding => ({
  width: drawing.width,
  height: drawing.height,
  dimensions: 'two',
  isAligned: false,
  white: 0,
  ...more,
});

describe('a picture coded for facsimile', () => {
  it.each(coded)('%s is decoded', (_, coding, hex) => {
    const decoded = decodeFax(bytes(hex), codingOf(coding));
    expect(Buffer.from(decoded ?? [])).toEqual(drawing.data);
  });

  it('has the opposite bits where 1 is white', () => {
    const [, , hex = ''] = coded[0] ?? [];
    const decoded = decodeFax(bytes(hex), codingOf({ white: 1 }));
    expect(Buffer.from(decoded ?? [])).toEqual(Buffer.from(drawing.data.map((byte) => 255 - byte)));
  });

  it.each(coded)('%s is rejected if lines are missing', (_, coding, hex) => {
    const data = bytes(hex);
    expect(decodeFax(data, codingOf({ ...coding, height: 25 }))).toBeUndefined();
    expect(decodeFax(data.subarray(0, data.length >> 1), codingOf(coding))).toBeUndefined();
  });

  it('is never more than its pixels, whatever the data', () => {
    const size = fc.integer({ min: 1, max: 200 });
    const dimensions = fc.constantFrom('one' as const, 'mixed' as const, 'two' as const);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        size,
        dimensions,
        fc.boolean(),
        (data, width, kind, isAligned) => {
          const decoded = decodeFax(data, { width, height: 9, dimensions: kind, isAligned, white: 0 });
          expect([undefined, 9 * rowBytes(width)]).toContain(decoded?.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('Group 4', () => {
  it('has the codes that libtiff writes', () => {
    const [, , hex = ''] = coded[0] ?? [];
    expect(Buffer.from(encodeGroup4(drawing, 0, 1000) ?? []).toString('hex')).toBe(hex);
  });

  it('has the pixels of any picture', () => {
    const pictures = fc
      .record({ width: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 2500, max: 5300 })) })
      .chain(({ width }) =>
        fc.record({
          width: fc.constant(width),
          rows: fc.array(fc.array(fc.integer({ min: 0, max: width }), { maxLength: 12 }), {
            minLength: 1,
            maxLength: 8,
          }),
          white: fc.constantFrom(0 as const, 1 as const),
        }),
      );
    fc.assert(
      fc.property(pictures, ({ width, rows, white }) => {
        const data = Buffer.concat(rows.map((changes) => rowOf(width, changes)));
        const encoded = encodeGroup4({ width, height: rows.length, data }, white, 1e6);
        const coding = { width, height: rows.length, dimensions: 'two', isAligned: false, white } as const;
        const decoded = Buffer.from(decodeFax(encoded ?? Buffer.of(), coding) ?? []);
        // The bits after the last pixel of a row are white.
        expect(pixels(decoded, width)).toBe(pixels(data, width));
      }),
      { numRuns: 500 },
    );
  });

  it('ends when it takes more bytes than it may', () => {
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * at * 37) % 251));
    const bitmap = { width: 400, height: 100, data: noise };
    const whole = encodeGroup4(bitmap, 1, 1e6);
    expect(whole?.length).toBeGreaterThan(noise.length);
    expect(encodeGroup4(bitmap, 1, (whole?.length ?? 0) - 1)).toBeUndefined();
    expect(encodeGroup4(bitmap, 1, whole?.length ?? 0)).toEqual(whole);
  });
});

/** A row that changes its colour at these pixels. */
function rowOf(width: number, changes: readonly number[]): Buffer {
  const row = Buffer.alloc(rowBytes(width));
  for (let x = 0; x < width; x += 1) {
    const isSet = changes.filter((change) => change <= x).length % 2 === 1;
    if (isSet) row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7));
  }
  return row;
}

function pixels(data: Buffer, width: number): string {
  const length = rowBytes(width);
  const rows = Array.from({ length: data.length / length }, (_, row) =>
    [...data.subarray(row * length, (row + 1) * length)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, width),
  );
  return rows.join('\n');
}
