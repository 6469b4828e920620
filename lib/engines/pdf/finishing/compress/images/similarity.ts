/** The side of a window, in pixels: that of a block of JPEG. */
const side = 8;

/** The constants of Wang et al. (2004) for 8 bits. */
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/**
 * The structural similarity of two gray pictures of the same size, from 0 to 1: the mean of the windows of 8 by 8 pixels
 * that they consist of.
 */
export function similarity(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  let sum = 0;
  let windows = 0;
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      sum += windowSimilarity(a, b, width, {
        left,
        top,
        right: Math.min(width, left + side),
        bottom: Math.min(height, top + side),
      });
      windows += 1;
    }
  }
  return windows === 0 ? 1 : sum / windows;
}

interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function windowSimilarity(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  { left, top, right, bottom }: Window,
): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const [p, q] = [a[at] as number, b[at] as number];
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  }
  const count = (right - left) * (bottom - top);
  const [meanA, meanB] = [sumA / count, sumB / count];
  const variances = squaresA / count - meanA * meanA + squaresB / count - meanB * meanB;
  const covariance = products / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (variances + c2))
  );
}
