import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { undoPredictor } from '#lib/engines/pdf/filters/predictor.ts';
import { streamRows } from '#lib/engines/pdf/writer/cross-reference-rows.ts';
import { ObjectPlaces } from '#lib/engines/pdf/writer/object-places.ts';

/** The rows as a reader decodes them. */
function rowsOf(places: ObjectPlaces, size: number, length: number): number[][] {
  const { format, data } = streamRows(places, { size, length });
  const [, bytes] = /^\/W\[1 (\d) 1\]/.exec(format) ?? [];
  const columns = Number(bytes) + 2;
  expect(format).toContain(`/Columns ${columns}>>`);
  const rows = undoPredictor(inflateSync(data), { predictor: 12, columns, colors: 1, bitsPerComponent: 8 });
  return Array.from({ length: size }, (_, row) => {
    const [type = -1, ...rest] = rows?.subarray(row * columns, (row + 1) * columns) ?? [];
    const index = rest.pop() ?? -1;
    return [type, rest.reduce((value, byte) => value * 256 + byte, 0), index];
  });
}

describe('streamRows', () => {
  it.each([200, 65_536, 20_000_000, 6_000_000_000])('stores offsets in a file of %d bytes', (length) => {
    const places = new ObjectPlaces(5);
    places.place(1, 15);
    places.pack(3, 5, 99);
    places.pack(4, 5, 0);
    places.place(5, length - 1);
    expect(rowsOf(places, 6, length)).toEqual([
      [0, 0, 0],
      [1, 15, 0],
      [0, 0, 0],
      [2, 5, 99],
      [2, 5, 0],
      [1, length - 1, 0],
    ]);
  });

  it('has room for object stream numbers above any offset', () => {
    const places = new ObjectPlaces(70_000);
    places.pack(1, 69_999, 0);
    expect(rowsOf(places, 70_000, 1000)[1]).toEqual([2, 69_999, 0]);
  });
});
