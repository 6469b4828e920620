import { FontData } from '../../../../fonts/font-data.ts';

/** Operators of DICTs (Adobe Technical Note 5176, tables 9, 10 and 23). */
export const operators = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  fontMatrix: 0x0c07,
  charStringType: 0x0c06,
  ros: 0x0c1e,
  fdArray: 0x0c24,
  fdSelect: 0x0c25,
} as const;

/** The operands of an operator: their bytes, and their values. */
interface DictEntry {
  bytes: Buffer;
  values: readonly number[];
}

/** A DICT by its operators, in their order. */
export type CffDict = Map<number, DictEntry>;

/** @throws InputFault `invalid-file-type` when it ends early */
export function readCffDict(bytes: Buffer): CffDict {
  const dict = new FontData(bytes, 'CFF table');
  const entries: CffDict = new Map();
  let values: number[] = [];
  let start = 0;
  for (let at = 0; at < dict.length;) {
    const first = dict.u8(at);
    if (first > 21) {
      const { value, length } = readOperand(dict, at, first);
      values.push(value);
      at += length;
      continue;
    }
    const operator = first === 12 ? (first << 8) | dict.u8(at + 1) : first;
    entries.set(operator, { bytes: bytes.subarray(start, at), values });
    at += first === 12 ? 2 : 1;
    [values, start] = [[], at];
  }
  return entries;
}

/** Writes a DICT. */
export const writeCffDict = (entries: CffDict): Buffer =>
  Buffer.concat(
    [...entries].flatMap(([operator, { bytes }]) => [
      bytes,
      Buffer.from(operator > 0xff ? [operator >> 8, operator & 0xff] : [operator]),
    ]),
  );

/** Integers as operands of five bytes, so that their values do not change the length of the DICT. */
export function integers(...values: number[]): DictEntry {
  const bytes = Buffer.alloc(values.length * 5);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt8(29, index * 5);
    bytes.writeInt32BE(value, index * 5 + 1);
  }
  return { bytes, values };
}

function readOperand(dict: FontData, at: number, first: number): { value: number; length: number } {
  if (first === 28) return { value: dict.i16(at + 1), length: 3 };
  if (first === 29) return { value: dict.u32(at + 1) | 0, length: 5 };
  if (first === 30) return readReal(dict, at);
  if (first <= 246) return { value: first - 139, length: 1 };
  const high = first <= 250 ? (first - 247) * 256 + 108 : -(first - 251) * 256 - 108;
  return { value: first <= 250 ? high + dict.u8(at + 1) : high - dict.u8(at + 1), length: 2 };
}

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];

/** Half bytes, which 15 ends. */
function readReal(dict: FontData, at: number): { value: number; length: number } {
  let text = '';
  for (let end = at + 1; ; end += 1) {
    const byte = dict.u8(end);
    for (const half of [byte >> 4, byte & 0xf]) {
      if (half === 0xf) return { value: Number(text), length: end + 1 - at };
      text += digits[half] ?? '';
    }
  }
}
