/** A box of a file of ISO's base media format (ISO/IEC 14496-12, 4.2). */
export interface Box {
  type: string;
  data: Buffer;
}

/** Boxes of one level. Real files have about ten. */
const maxBoxes = 1000;

/** The boxes up to the first that is not whole. A length of 0 means the rest of the data. */
export function* boxesIn(bytes: Buffer): Generator<Box> {
  let at = 0;
  for (let count = 0; count < maxBoxes && at + 8 <= bytes.length; count += 1) {
    const length = bytes.readUInt32BE(at);
    // Lengths of 64 bits begin with a length of 1.
    const head = length === 1 ? 16 : 8;
    if (at + head > bytes.length) return;
    const whole = length === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : length;
    const end = whole === 0 ? bytes.length : at + whole;
    if (end < at + head || end > bytes.length) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + head, end) };
    at = end;
  }
}

export function boxOf(bytes: Buffer, type: string): Buffer | undefined {
  for (const box of boxesIn(bytes)) if (box.type === type) return box.data;
  return undefined;
}
