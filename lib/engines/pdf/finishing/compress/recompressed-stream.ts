import { nameAt } from '../../assembly/lookup.ts';
import { dictOf, withEntries } from '../../assembly/object-builders.ts';
import { keys, values } from '../../keys.ts';
import { type PDFDict, PDFNumber, PDFRawStream } from '../../objects.ts';
import { GrowingBytes } from '../../syntax/growing-bytes.ts';
import { writeObject } from '../../syntax/write-object.ts';
import type { InflationAccount } from '../../work-budget.ts';
import { compressBest, type Rows } from './best-deflate.ts';
import { canonicalText } from './canonical-text.ts';
import type { DataCache } from './data-cache.ts';
import { imageShapeOf, rowsIn } from './image-rows.ts';
import {
  codingEntries,
  codingOf,
  predictorEntries,
  type StreamCoding,
  withoutOuterFilters,
} from './stream-coding.ts';

/** Stream data in another coding: with or without Flate above the inner filters. */
export interface Recoded {
  data: Uint8Array;
  isDeflated: boolean;
  /** Set if the rows are predicted by PNG's filters. */
  predicted: Rows | undefined;
}

export interface RecodingTools {
  account: InflationAccount;
  /** Data that can be coded in fewer bytes, or null for data that cannot. */
  cache: DataCache<Recoded | null>;
}

/**
 * The stream with the same data in fewer bytes: encoded by Flate at its best level in place of other general filters.
 * Filters of images stay.
 *
 * @returns undefined if that is not smaller
 */
export function recompressedStream(
  stream: PDFRawStream,
  { account, cache }: RecodingTools,
): PDFRawStream | undefined {
  const { dict, contents } = stream;
  const coding = codingOf(dict);
  if (!coding || isXmp(dict) || isDone(stream, coding)) return undefined;
  const shape = imageShapeOf(dict);
  const use = [dict.get(keys.Filter), dict.get(keys.DecodeParms)].map(
    (entry) => entry && canonicalText(entry, same),
  );
  const recoded = cache.of(contents, `${use.join(' ')} ${JSON.stringify(shape)}`, () => {
    const bytes = withoutOuterFilters(contents, coding, account);
    if (!bytes) return null;
    const isImage = coding.inner.length === 0 && nameAt(dict, keys.Subtype) === 'Image';
    const rows = shape && !coding.prediction ? rowsIn(shape, bytes.length) : undefined;
    const { data, predicted } = compressBest(bytes, { isImage, rows: isImage ? rows : undefined });
    // Predicted data are meaningless without the filter that undoes it.
    if (data.length < bytes.length || coding.prediction) return { data, predicted, isDeflated: true };
    return { data: bytes, predicted: undefined, isDeflated: false };
  });
  const smaller = recoded && PDFRawStream.of(recodedDict(dict, coding, recoded), recoded.data);
  return smaller && storedBytes(smaller) < storedBytes(stream) ? smaller : undefined;
}

const same = (number: number): number => number;

function recodedDict(
  dict: PDFDict,
  { inner, prediction }: StreamCoding,
  { isDeflated, predicted }: Recoded,
): PDFDict {
  const { context } = dict;
  const parameters = prediction
    ? predictorEntries(context, prediction)
    : predicted && rowParameters(dict, predicted);
  const flate = isDeflated ? { parameters } : undefined;
  const { Filter, DecodeParms } = codingEntries(context, inner, flate);
  return withEntries(dict, [
    [keys.Filter, Filter],
    [keys.DecodeParms, DecodeParms],
  ]);
}

/** Rows name their own filters (PDF 32000-1, table 10). */
const rowParameters = ({ context }: PDFDict, { columns, colors }: Rows): PDFDict =>
  dictOf(context, {
    Predictor: PDFNumber.of(15),
    Colors: PDFNumber.of(colors),
    Columns: PDFNumber.of(columns),
  });

/** Metadata must be readable without decoding (PDF 32000-1, 14.3.2). */
const isXmp = (dict: PDFDict): boolean =>
  dict.get(keys.Type) === values.Metadata && nameAt(dict, keys.Subtype) === 'XML';

/** What the header of zlib data says for the best level (RFC 1950, 2.2). */
const bestHint = 3;

/** Whether only filters of images are left, or data that were deflated at the best level and cannot be predicted. */
function isDone({ dict, contents }: PDFRawStream, { outer, inner }: StreamCoding): boolean {
  if (outer.length === 0 && inner.length > 0) return true;
  const isPlain = dict.get(keys.Filter) === values.FlateDecode && nameAt(dict, keys.Subtype) !== 'Image';
  return isPlain && (contents[1] ?? 0) >> 6 === bestHint;
}

const scratch = new GrowingBytes();

/** The length of a stream in a file, in bytes. */
export function storedBytes(stream: PDFRawStream): number {
  writeObject(scratch, stream);
  return scratch.take().length + stream.contents.length;
}
