import { undoRowFilter } from '../../pictures/png/row-filters.ts';

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
    undoRowFilter(out, to, length, {
      filter: data[from - 1] as number,
      above: row > 0 ? to - rowBytes : -1,
      pixelBytes,
    });
  }
  return out;
}
