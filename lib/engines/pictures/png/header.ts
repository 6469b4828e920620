import { damaged } from '../damaged.ts';
import type { BitDepth } from '../picture.ts';

/** What `IHDR` says (PNG, 11.2.1). */
export interface Header {
  width: number;
  height: number;
  bitDepth: BitDepth;
  colourType: ColourType;
  isInterlaced: boolean;
}

export const ColourType = { gray: 0, rgb: 2, palette: 3, grayAlpha: 4, rgbAlpha: 6 } as const;
export type ColourType = (typeof ColourType)[keyof typeof ColourType];

/** The samples of a pixel, and the allowed bits of each. */
const layouts: Readonly<Record<ColourType, { samples: number; bitDepths: readonly BitDepth[] }>> = {
  [ColourType.gray]: { samples: 1, bitDepths: [1, 2, 4, 8, 16] },
  [ColourType.rgb]: { samples: 3, bitDepths: [8, 16] },
  [ColourType.palette]: { samples: 1, bitDepths: [1, 2, 4, 8] },
  [ColourType.grayAlpha]: { samples: 2, bitDepths: [8, 16] },
  [ColourType.rgbAlpha]: { samples: 4, bitDepths: [8, 16] },
};

/** @throws InputFault `damaged-document` */
export function headerOf(data: Uint8Array): Header {
  const view = Buffer.from(data.buffer, data.byteOffset, data.length);
  const [bits, type, compression, filter, interlace] = view.subarray(8);
  const colourType = Object.values(ColourType).find((known) => known === type);
  const bitDepth =
    colourType === undefined ? undefined : layouts[colourType].bitDepths.find((known) => known === bits);
  const isKnown = view.length === 13 && compression === 0 && filter === 0 && (interlace ?? 2) < 2;
  if (!isKnown || colourType === undefined || !bitDepth) throw damaged('has an invalid PNG header');
  const [width, height] = [view.readUInt32BE(0), view.readUInt32BE(4)];
  return { width, height, bitDepth, colourType, isInterlaced: interlace === 1 };
}

/** The samples of a pixel, opacity included. */
export const samplesIn = ({ colourType }: Pick<Header, 'colourType'>): number => layouts[colourType].samples;

/** The bytes of a row of that many pixels, without its filter. */
export const rowBytes = (header: Header, width: number): number =>
  Math.ceil((width * samplesIn(header) * header.bitDepth) / 8);

/** The distance of the bytes that filters compare. */
export const pixelBytes = (header: Header): number => Math.max(1, (samplesIn(header) * header.bitDepth) >> 3);
