/** The filters of rows (PNG, clause 9). */
export const RowFilter = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

/** A row among others. */
export interface FilteredRow {
  filter: number;
  /** The position of the row above, without its filter; -1 for the first row. */
  above: number;
  /** The bytes of a pixel, at least 1. */
  pixelBytes: number;
}

/** Undoes the filter of the row at `row` in place. The row above must be there without its filter. Unknown filters do nothing. */
export function undoRowFilter(
  bytes: Uint8Array,
  row: number,
  length: number,
  { filter, above, pixelBytes }: FilteredRow,
): void {
  for (let index = 0; index < length; index += 1) {
    const at = row + index;
    const left = index >= pixelBytes ? (bytes[at - pixelBytes] as number) : 0;
    const up = above >= 0 ? (bytes[above + index] as number) : 0;
    if (filter === RowFilter.sub) bytes[at] = (bytes[at] as number) + left;
    else if (filter === RowFilter.up) bytes[at] = (bytes[at] as number) + up;
    else if (filter === RowFilter.average) bytes[at] = (bytes[at] as number) + ((left + up) >> 1);
    else if (filter === RowFilter.paeth) {
      const corner = above >= 0 && index >= pixelBytes ? (bytes[above + index - pixelBytes] as number) : 0;
      bytes[at] = (bytes[at] as number) + paeth(left, up, corner);
    }
  }
}

/**
 * Writes the row of `length` bytes at `row` to `out`, filtered with Paeth's predictor and preceded by the filter.
 *
 * @param above the position of the row above in `bytes`; -1 for the first row
 */
export function filterRow(
  bytes: Uint8Array,
  { row, above, length, pixelBytes }: { row: number; above: number; length: number; pixelBytes: number },
  out: Uint8Array,
  to: number,
): void {
  out[to] = RowFilter.paeth;
  for (let index = 0; index < length; index += 1) {
    const left = index >= pixelBytes ? (bytes[row + index - pixelBytes] as number) : 0;
    const up = above >= 0 ? (bytes[above + index] as number) : 0;
    const corner = above >= 0 && index >= pixelBytes ? (bytes[above + index - pixelBytes] as number) : 0;
    out[to + 1 + index] = (bytes[row + index] as number) - paeth(left, up, corner);
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
