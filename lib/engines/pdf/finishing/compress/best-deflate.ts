import { zlibSync } from 'fflate';
import { releaseBuffer } from '../../../../base/release-memory.ts';
import { filterRow } from '../../../pictures/png/row-filters.ts';
import { deflate } from '../../filters/deflate.ts';
import { bestLevel } from './compression.ts';

/** A sample of the rows that shows whether prediction pays, in bytes. */
const sampleBytes = 256 * 1024;

/** Rows of an image. */
export interface Rows {
  columns: number;
  /** Samples of 8 bits of each pixel. */
  colors: number;
}

/** Data compressed as well as possible. */
export interface Compressed {
  data: Uint8Array;
  /** Set if the rows are predicted by PNG's filters. */
  predicted: Rows | undefined;
}

/** What the bytes are, as far as it affects how to compress them. */
export interface DataKind {
  isImage: boolean;
  /** How the bytes form rows that prediction can help. */
  rows: Rows | undefined;
}

/** Compresses bytes for FlateDecode. */
export function compressBest(bytes: Uint8Array, { isImage, rows }: DataKind): Compressed {
  if (!rows || !predictionPays(bytes, rows)) return { data: deflated(bytes, isImage), predicted: undefined };
  const filtered = filteredRows(bytes, rows);
  const data = deflated(filtered, isImage);
  releaseBuffer(filtered.buffer);
  return { data, predicted: rows };
}

/**
 * In a buffer of its size. Node.js has a variant of zlib that is fast and compresses pictures worse: fflate saves 12 to 16
 * % of them in three times the time, and nothing of text.
 */
function deflated(bytes: Uint8Array, isImage: boolean): Uint8Array {
  const whole = deflate(bytes, bestLevel);
  const other = isImage ? zlibSync(bytes, { level: bestLevel }) : undefined;
  const data = other && other.length < whole.length ? other : Buffer.from(whole);
  releaseBuffer(whole.buffer);
  return data;
}

/** Samples are taken from this many places: pictures have margins and plain areas. */
const samples = 4;

/** What prediction must save of a sample, because plain areas are shorter without it. */
const margin = 0.05;

function predictionPays(bytes: Uint8Array, rows: Rows): boolean {
  const rowBytes = rows.columns * rows.colors;
  const count = Math.floor(bytes.length / rowBytes);
  const each = Math.min(
    Math.ceil(count / samples),
    Math.max(1, Math.floor(sampleBytes / samples / rowBytes)),
  );
  let [predicted, plain] = [0, 0];
  for (let index = 0; index < samples; index += 1) {
    const first = Math.floor(((2 * index + 1) * count) / (2 * samples)) - (each >> 1);
    const start = Math.max(0, Math.min(first, count - each)) * rowBytes;
    const sample = bytes.subarray(start, start + each * rowBytes);
    predicted += deflate(filteredRows(sample, rows), bestLevel).length;
    plain += deflate(sample, bestLevel).length;
  }
  return predicted < plain * (1 - margin);
}

function filteredRows(bytes: Uint8Array, { columns, colors }: Rows): Uint8Array<ArrayBuffer> {
  const length = columns * colors;
  const count = Math.floor(bytes.length / length);
  const out = new Uint8Array(count * (length + 1));
  for (let index = 0; index < count; index += 1) {
    const row = index * length;
    filterRow(bytes, { row, above: row - length, length, pixelBytes: colors }, out, index * (length + 1));
  }
  return out;
}
