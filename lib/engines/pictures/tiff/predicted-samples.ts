/** The samples of rows. */
export interface SampleLayout {
  rowBytes: number;
  /** Of a pixel. */
  samples: number;
  bitDepth: 8 | 16;
}

/** Undoes the differences of neighbours (TIFF 6.0, section 14) in place. Samples of 16 bits begin with the upper half. */
export function undoDifferences(bytes: Uint8Array, { rowBytes, samples, bitDepth }: SampleLayout): void {
  const pixelBytes = (samples * bitDepth) / 8;
  for (let row = 0; row < bytes.length; row += rowBytes) {
    for (let at = row + pixelBytes; at < row + rowBytes; at += bitDepth / 8) {
      const left = at - pixelBytes;
      if (bitDepth === 8) {
        bytes[at] = (bytes[at] as number) + (bytes[left] as number);
        continue;
      }
      const sum =
        (((bytes[at] as number) + (bytes[left] as number)) << 8) +
        (bytes[at + 1] as number) +
        (bytes[left + 1] as number);
      bytes[at] = sum >> 8;
      bytes[at + 1] = sum;
    }
  }
}
