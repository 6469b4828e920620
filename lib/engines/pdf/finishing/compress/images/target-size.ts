import type { PaintedSize } from './painted-sizes.ts';

interface Size {
  width: number;
  height: number;
}

const pointsPerInch = 72;

/**
 * The pixels that an image needs for a resolution; all if it has hardly more. Its sides shrink alike.
 *
 * @param painted in points
 * @param tolerance the factor by which an image may exceed the resolution: resampling would cost detail for little
 */
export function targetSize(
  { width, height }: Size,
  painted: PaintedSize,
  { dpi, tolerance }: { dpi: number; tolerance: number },
): Size {
  const needed = Math.max(
    (painted.width / pointsPerInch / width) * dpi,
    (painted.height / pointsPerInch / height) * dpi,
  );
  if (!(needed * tolerance < 1)) return { width, height };
  return { width: Math.max(1, Math.ceil(width * needed)), height: Math.max(1, Math.ceil(height * needed)) };
}
