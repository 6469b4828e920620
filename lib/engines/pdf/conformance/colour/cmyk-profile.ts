import { lutTag, profileOf } from './icc-tags.ts';
import { labOfSrgb } from './srgb.ts';

type Colour = readonly [number, number, number];

/**
 * The colours of the solid inks of offset printing (SWOP) and of their overprints, in sRGB. By the inks as bits: cyan 8,
 * magenta 4, yellow 2, black 1.
 */
const solids: readonly Colour[] = [
  [1, 1, 1],
  [0.137, 0.122, 0.126],
  [1, 0.949, 0],
  [0.11, 0.102, 0],
  [0.926, 0, 0.549],
  [0.141, 0, 0],
  [0.929, 0.11, 0.141],
  [0.133, 0, 0],
  [0, 0.678, 0.937],
  [0, 0.059, 0.141],
  [0, 0.651, 0.314],
  [0, 0.075, 0],
  [0.18, 0.192, 0.573],
  [0, 0, 0.008],
  [0.212, 0.212, 0.224],
  [0, 0, 0],
];

/**
 * The sRGB colour of a CMYK colour, by the Neugebauer equations: solids and paper share the area as the inks cover it. The
 * sum is one of encoded values, which has the effect of dot gain.
 */
function srgbOfCmyk(inks: readonly [number, number, number, number]): Colour {
  const sum: [number, number, number] = [0, 0, 0];
  for (const [index, solid] of solids.entries()) {
    const area = inks.reduce((product, ink, at) => product * (index & (8 >> at) ? ink : 1 - ink), 1);
    for (const channel of [0, 1, 2] as const) sum[channel] += area * solid[channel];
  }
  return sum;
}

/** The points of the grid in each direction. Between them, colours differ by less than readers do. */
const gridPoints = 9;

/**
 * A profile for device CMYK, which is close to the conversion of viewers. It only leads to the connection space, as
 * profiles of input devices do, so it suits colour spaces and no output intent.
 */
export function cmykProfile(): Buffer {
  const grid = Buffer.alloc(gridPoints ** 4 * 3);
  const share = (index: number, power: number): number =>
    (Math.floor(index / gridPoints ** power) % gridPoints) / (gridPoints - 1);
  for (let index = 0; index < gridPoints ** 4; index += 1) {
    const inks = [share(index, 3), share(index, 2), share(index, 1), share(index, 0)] as const;
    const [lightness, a, b] = labOfSrgb(srgbOfCmyk(inks));
    grid.set([byteOf((lightness * 255) / 100), byteOf(a + 128), byteOf(b + 128)], 3 * index);
  }
  return profileOf({ deviceClass: 'scnr', colourSpace: 'CMYK', connectionSpace: 'Lab ' }, 'CMYK', [
    ['A2B0', lutTag(4, gridPoints, grid)],
  ]);
}

const byteOf = (value: number): number => Math.max(0, Math.min(Math.round(value), 255));
