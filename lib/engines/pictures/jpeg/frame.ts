import { InputFault } from '../../../base/input-fault.ts';
import { damaged } from '../damaged.ts';

/** A frame header (ITU-T T.81, B.2.2). */
export interface Frame {
  width: number;
  height: number;
  /** The identifier of each component. */
  components: readonly number[];
  /** How many samples each component has across and along, as the two halves of a byte. */
  samplings: readonly number[];
}

/** Baseline, extended sequential and progressive, with Huffman coding. */
const supported = new Set([0xc0, 0xc1, 0xc2]);

/** Markers in the range of frame headers that start something else: Huffman tables, extensions, arithmetic coding. */
const others = new Set([0xc4, 0xc8, 0xcc]);

export const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !others.has(marker);

/** @throws InputFault `damaged-document`, or `invalid-file-type` for a kind of JPEG that few readers know */
export function frameOf(marker: number, data: Buffer): Frame {
  if (!supported.has(marker)) {
    throw new InputFault('invalid-file-type', 'is a JPEG that is neither baseline nor progressive');
  }
  const count = data[5] ?? 0;
  if (data.length < 6 + 3 * count) throw damaged('has an invalid JPEG frame');
  if (data[0] !== 8) throw new InputFault('invalid-file-type', 'is a JPEG whose samples do not have 8 bits');
  if (![1, 3, 4].includes(count))
    throw damaged(`is a JPEG with ${count} components; 1, 3 or 4 are supported`);
  const components = Array.from({ length: count }, (_, index) => data[6 + 3 * index] as number);
  const samplings = Array.from({ length: count }, (_, index) => data[7 + 3 * index] as number);
  return { width: data.readUInt16BE(3), height: data.readUInt16BE(1), components, samplings };
}
