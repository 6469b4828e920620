import { releaseBuffer } from '../../../../base/release-memory.ts';
import { numberAt } from '../../assembly/lookup.ts';
import { undoPredictor } from '../../filters/predictor.ts';
import { keys } from '../../keys.ts';
import type { StreamCoding } from './stream-coding.ts';

/** The data without the prediction that `codingOf` leaves, which are released unless they are the result. */
export function withoutPrediction(data: Uint8Array, { prediction }: StreamCoding): Uint8Array | undefined {
  if (!prediction) return data;
  const undone = undoPredictor(data, {
    predictor: numberAt(prediction, keys.Predictor) ?? 1,
    columns: numberAt(prediction, keys.Columns) ?? 1,
    colors: numberAt(prediction, keys.Colors) ?? 1,
    bitsPerComponent: numberAt(prediction, keys.BitsPerComponent) ?? 8,
  });
  if (undone !== data) releaseBuffer(data.buffer);
  return undone;
}
