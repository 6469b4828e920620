/** The encoders that Node does not have, to make what the decoders undo. */

/** ASCII85 (PDF 32000-1, 7.4.3). */
export function encodeAscii85(data: Uint8Array): Buffer {
  let out = '';
  for (let at = 0; at < data.length; at += 4) {
    const group = data.subarray(at, at + 4);
    const value = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE();
    const digits = [52_200_625, 614_125, 7225, 85, 1].map((power) => Math.floor(value / power) % 85);
    const full = group.length === 4;
    out +=
      full && value === 0
        ? 'z'
        : String.fromCharCode(...digits.slice(0, group.length + 1).map((digit) => digit + 33));
  }
  return Buffer.from(`${out}~>`, 'latin1');
}

/** Run lengths (7.4.5): runs of equal bytes, and what is none byte by byte. */
export function encodeRunLength(data: Uint8Array): Buffer {
  const out: number[] = [];
  for (let at = 0; at < data.length;) {
    let length = 1;
    while (length < 128 && data[at + length] === data[at]) length += 1;
    out.push(length === 1 ? 0 : 257 - length, data[at] ?? 0);
    at += length;
  }
  return Buffer.from([...out, 128]);
}

/** LZW with codes of 9 to 12 bits (7.4.4); the table is cleared when it is full. */
export function encodeLzw(data: Uint8Array, earlyChange: 0 | 1): Buffer {
  const bits: string[] = [];
  let table = new Map<string, number>();
  let next = 258;
  let width = 9;
  const emit = (code: number): void => {
    bits.push(code.toString(2).padStart(width, '0'));
  };
  const clear = (): void => {
    emit(256);
    table = new Map(Array.from({ length: 256 }, (_, code) => [String.fromCharCode(code), code]));
    next = 258;
    width = 9;
  };
  clear();
  let sequence = '';
  for (const byte of data) {
    const longer = sequence + String.fromCharCode(byte);
    if (table.has(longer)) {
      sequence = longer;
      continue;
    }
    emit(table.get(sequence) ?? 0);
    table.set(longer, next);
    next += 1;
    if (next + earlyChange > 1 << width && width < 12) width += 1;
    sequence = String.fromCharCode(byte);
    if (next === 4095) clear();
  }
  if (sequence) {
    emit(table.get(sequence) ?? 0);
    next += 1;
    if (next + earlyChange > 1 << width && width < 12) width += 1;
  }
  emit(257);
  const text = bits.join('');
  return Buffer.from(text.match(/.{1,8}/g)?.map((byte) => parseInt(byte.padEnd(8, '0'), 2)) ?? []);
}

/** PNG prediction (PNG, clause 9) with the filter of each row. */
export function predictPng(
  data: Uint8Array,
  rowBytes: number,
  pixelBytes: number,
  filterOf: (row: number) => number,
): Buffer {
  const out: number[] = [];
  for (let row = 0; row * rowBytes < data.length; row += 1) {
    const filter = filterOf(row);
    out.push(filter);
    for (let column = 0; column < rowBytes; column += 1) {
      const at = row * rowBytes + column;
      const left = column >= pixelBytes ? (data[at - pixelBytes] ?? 0) : 0;
      const up = row > 0 ? (data[at - rowBytes] ?? 0) : 0;
      const corner = row > 0 && column >= pixelBytes ? (data[at - rowBytes - pixelBytes] ?? 0) : 0;
      const prediction = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter] ?? 0;
      out.push(((data[at] ?? 0) - prediction) & 255);
    }
  }
  return Buffer.from(out);
}

/** The one of three that is nearest to `left + up - corner`, in this order. */
function nearest(left: number, up: number, corner: number): number {
  const distance = (value: number): number => Math.abs(left + up - corner - value);
  const least = Math.min(distance(left), distance(up), distance(corner));
  return [left, up, corner].find((value) => distance(value) === least) ?? left;
}
