/** The parameters of a predictor (PDF 32000-1, table 8). */
export interface PredictorParameters {
  predictor: number;
  columns: number;
  colors: number;
  bitsPerComponent: number;
}

/** Reverses the prediction that was applied before Flate or LZW; undefined for invalid parameters. */
export function undoPredictor(data: Uint8Array, parameters: PredictorParameters): Uint8Array | undefined {
  const { predictor, columns, colors, bitsPerComponent } = parameters;
  if (predictor <= 1) return data;
  if (columns < 1 || colors < 1 || ![1, 2, 4, 8, 16].includes(bitsPerComponent)) return undefined;
  const rowBytes = Math.ceil((columns * colors * bitsPerComponent) / 8);
  if (!(rowBytes < 2 ** 31)) return undefined;
  const pixelBytes = Math.max(1, (colors * bitsPerComponent) >> 3);
  if (predictor >= 10) return undoPng(data, rowBytes, pixelBytes);
  // TIFF prediction with other depths is for images, which are not decoded here.
  return predictor === 2 && bitsPerComponent === 8 ? undoTiff(data, rowBytes, pixelBytes) : undefined;
}

function undoTiff(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const out = Uint8Array.from(data);
  for (let row = 0; row < out.length; row += rowBytes) {
    const end = Math.min(out.length, row + rowBytes);
    for (let at = row + pixelBytes; at < end; at += 1)
      out[at] = (out[at] as number) + (out[at - pixelBytes] as number);
  }
  return out;
}

/** Each row starts with its filter type (PNG, clause 9). */
function undoPng(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const out = new Uint8Array(Math.max(0, data.length - rows));
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    const length = Math.min(rowBytes, data.length - from);
    out.set(data.subarray(from, from + length), to);
    undoPngRow(out, to, length, {
      filter: data[from - 1] as number,
      above: row > 0 ? to - rowBytes : -1,
      pixelBytes,
    });
  }
  return out;
}

function undoPngRow(
  out: Uint8Array,
  row: number,
  length: number,
  { filter, above, pixelBytes }: { filter: number; above: number; pixelBytes: number },
): void {
  for (let index = 0; index < length; index += 1) {
    const at = row + index;
    const left = index >= pixelBytes ? (out[at - pixelBytes] as number) : 0;
    const up = above >= 0 ? (out[above + index] as number) : 0;
    if (filter === 1) out[at] = (out[at] as number) + left;
    else if (filter === 2) out[at] = (out[at] as number) + up;
    else if (filter === 3) out[at] = (out[at] as number) + ((left + up) >> 1);
    else if (filter === 4) {
      const corner = above >= 0 && index >= pixelBytes ? (out[above + index - pixelBytes] as number) : 0;
      out[at] = (out[at] as number) + paeth(left, up, corner);
    }
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
