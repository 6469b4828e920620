import { expect, it } from 'vitest';
import { bitsOf, BitWriter } from '#lib/engines/pdf/writer/linearized/bit-writer.ts';

it('numbers are written with their highest bits first', () => {
  const out = new BitWriter();
  out.put(0xfedc_ba98, 32);
  out.put(0x0123, 16);
  out.column([5, 2, 7], 3);
  out.column([1, 0, 1, 1, 0, 0, 0, 0, 1], 1);
  out.column([0, 0], 0);
  out.column([0x1_ffff, 1], 17);
  const bits =
    '10101011' + '10000000' + '10110000' + '10000000' + '1'.repeat(17) + '0'.repeat(16) + '1' + '000000';
  const columns = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  expect([...out.finish()]).toEqual([0xfe, 0xdc, 0xba, 0x98, 0x01, 0x23, ...columns]);
});

it('numbers are as many as there are', () => {
  const out = new BitWriter();
  for (let number = 0; number < 5000; number += 1) out.put(number, 32);
  expect(out.length).toBe(20_000);
  expect(out.finish().readUInt32BE(4 * 4321)).toBe(4321);
});

it.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [255, 8],
  [256, 9],
  [2 ** 31, 32],
  [2 ** 32 - 1, 32],
])('%d has %d bits', (value, bits) => {
  expect(bitsOf(value)).toBe(bits);
});
