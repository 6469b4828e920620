import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCharacterIds } from '#lib/engines/fonts/sfnt/character-ids.ts';
import { readFaceTables } from '#lib/engines/fonts/sfnt/tables.ts';
import { fontsConf } from '../../../../support/renderer.ts';
import { leftOut } from '../../../../support/requirements.ts';

const u16 = (value: number): number[] => [value >> 8, value & 0xff];

/** An integer operand of a DICT, always in three bytes. */
const operand = (value: number): number[] => [28, ...u16(value)];

const index = (items: readonly (readonly number[])[]): number[] => {
  if (items.length === 0) return u16(0);
  let end = 1;
  const offsets = [end, ...items.map((item) => (end += item.length))];
  return [...u16(items.length), 1, ...offsets, ...items.flat()];
};

/** A `CFF` table with empty glyphs. Real numbers and operands of all lengths are in its Top DICT. */
function cffTable(glyphs: number, charset: readonly number[] | 0, isKeyed = true): Buffer {
  const dictOf = (charsetAt: number, charStringsAt: number): number[] => [
    ...(isKeyed ? [...operand(391), 139, 247, 0, 12, 30] : []),
    ...[30, 0x0a, 0x14, 0x05, 0x4f, 12, 7, 251, 9, 29, 0, 0, 1, 0, 5],
    ...[...operand(charsetAt), 15, ...operand(charStringsAt), 17],
  ];
  const before = [1, 0, 4, 1, ...index([[65]])];
  const charsetAt = before.length + index([dictOf(0, 0)]).length;
  const list = charset === 0 ? [] : charset;
  const dict = dictOf(charset === 0 ? 0 : charsetAt, charsetAt + list.length);
  const charStrings = index(Array.from({ length: glyphs }, () => [14]));
  return Buffer.from([...before, ...index([dict]), ...list, ...charStrings]);
}

const idsOf = (table: Buffer): number[] => [...(readCharacterIds(table) ?? [])];

describe('character ids', () => {
  it('are read from each format', () => {
    expect(idsOf(cffTable(4, [0, ...u16(7), ...u16(300), ...u16(9)]))).toEqual([0, 7, 300, 9]);
    expect(idsOf(cffTable(5, [1, ...u16(7), 1, ...u16(300), 1]))).toEqual([0, 7, 8, 300, 301]);
    expect(idsOf(cffTable(5, [2, ...u16(1000), ...u16(3)]))).toEqual([0, 1000, 1001, 1002, 1003]);
  });

  it('are glyph ids in predefined charsets', () => {
    expect(idsOf(cffTable(3, 0))).toEqual([0, 1, 2]);
  });

  it('are absent from fonts that name their glyphs', () => {
    expect(readCharacterIds(cffTable(2, [0, ...u16(7)], false))).toBeUndefined();
  });

  it('are not read from broken tables', () => {
    const fault = { code: 'invalid-file-type' };
    expect(() => readCharacterIds(cffTable(3, [3, ...u16(7)]))).toThrow(expect.objectContaining(fault));
    const whole = cffTable(4, [0, ...u16(7), ...u16(300), ...u16(9)]);
    for (let length = 0; length < 40; length += 1) {
      expect(() => readCharacterIds(whole.subarray(0, length))).toThrow(expect.objectContaining(fault));
    }
  });

  it.skipIf(leftOut('fonts'))('differ from glyph ids in no face of the layer', () => {
    const font = readFileSync(join(dirname(fontsConf), 'noto/NotoSansCJK-Regular.ttc'));
    for (const tables of readFaceTables(font)) {
      const ids = readCharacterIds(tables.get('CFF ') ?? Buffer.alloc(0));
      expect(ids).toHaveLength(65_535);
    }
  });
});
