import { damaged } from '../damaged.ts';
import type { Directory } from './directories.ts';
import { Tag } from './tags.ts';

/** Strips or tiles. A strip is a tile as wide as the picture, without what is below it. */
export interface Segments {
  isTiled: boolean;
  /** Pixels of each. */
  width: number;
  height: number;
  /** How many there are in a row and in a column. */
  across: number;
  down: number;
  /** Whether each sample has segments of its own. */
  isPlanar: boolean;
  offsets: readonly number[];
  /** Absent where a file does not say it. */
  byteCounts: readonly (number | undefined)[];
}

interface Size {
  width: number;
  height: number;
  samples: number;
}

const separate = 2;

/** @throws InputFault `damaged-document` */
export function segmentsIn(directory: Directory, { width, height, samples }: Size): Segments {
  const isTiled = directory.has(Tag.tileWidth);
  const rows = directory.number(Tag.rowsPerStrip, height);
  const size = isTiled
    ? { width: directory.number(Tag.tileWidth, 0), height: directory.number(Tag.tileLength, 0) }
    : { width, height: Math.min(rows, height) };
  if (size.width === 0 || size.height === 0) throw damaged('has no pixels');
  const isPlanar = samples > 1 && directory.number(Tag.planarConfiguration, 1) === separate;
  const across = Math.ceil(width / size.width);
  const down = Math.ceil(height / size.height);
  const count = across * down * (isPlanar ? samples : 1);
  // Some programs use the fields of strips for tiles.
  const isMixed = isTiled && !directory.has(Tag.tileOffsets);
  const [offsetsTag, countsTag] =
    isTiled && !isMixed ? [Tag.tileOffsets, Tag.tileByteCounts] : [Tag.stripOffsets, Tag.stripByteCounts];
  const offsets = directory.numbers(offsetsTag, count);
  const byteCounts = directory.numbers(countsTag, count);
  const isSingle = count === 1 && byteCounts.length === 0;
  if (offsets.length < count || (byteCounts.length < count && !isSingle)) {
    throw damaged('has less image data than its size in pixels');
  }
  return { isTiled, ...size, across, down, isPlanar, offsets, byteCounts };
}
