/** The linear value of an sRGB component (IEC 61966-2-1). Both are from 0 to 1. */
export const fromSrgb = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** From linear sRGB to XYZ relative to D50. */
const toXyz = [
  [0.43607, 0.38515, 0.14307],
  [0.22249, 0.71687, 0.06061],
  [0.01392, 0.09708, 0.7141],
] as const;

/** The CIE L*a*b* coordinates (D50) of an sRGB colour. */
export function labOfSrgb(colour: readonly [number, number, number]): [number, number, number] {
  const [r, g, b] = colour.map(fromSrgb) as [number, number, number];
  const white = [0.96429, 0.99997, 0.8251];
  const [fx = 0, fy = 0, fz = 0] = toXyz.map(([x, y, z], index) =>
    compressed((x * r + y * g + z * b) / (white[index] as number)),
  );
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** ISO 11664-4. */
const compressed = (ratio: number): number =>
  ratio > (6 / 29) ** 3 ? Math.cbrt(ratio) : ratio / (3 * (6 / 29) ** 2) + 4 / 29;
