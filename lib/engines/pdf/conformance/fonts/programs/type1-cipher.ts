/** Keys of the two encryptions of Type 1 fonts (Adobe Type 1 Font Format, chapter 7). */
export const cipherKeys = { eexec: 55_665, charString: 4330 } as const;

const [multiplier, increment] = [52_845, 22_719];

/** @param skipped how many bytes at the start mean nothing */
export function decipher(bytes: Uint8Array, key: number, skipped: number): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let state = key;
  for (const [index, byte] of bytes.entries()) {
    plain[index] = byte ^ (state >> 8);
    state = ((byte + state) * multiplier + increment) & 0xffff;
  }
  return plain.subarray(Math.min(skipped, plain.length));
}

/** @param added how many zeros come before the bytes */
export function encipher(bytes: Uint8Array, key: number, added: number): Buffer {
  const plain = Buffer.concat([Buffer.alloc(added), bytes]);
  let state = key;
  for (const [index, byte] of plain.entries()) {
    const code = byte ^ (state >> 8);
    plain[index] = code;
    state = ((code + state) * multiplier + increment) & 0xffff;
  }
  return plain;
}
