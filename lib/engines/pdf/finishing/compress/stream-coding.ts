import { InputFault } from '../../../../base/input-fault.ts';
import { numberAt, resolved } from '../../assembly/lookup.ts';
import { arrayOf, dictOf } from '../../assembly/object-builders.ts';
import { ownCryptFilter } from '../../encryption/crypt-filters.ts';
import { decodeStream, type Filter, filtersOf } from '../../filters/decode-stream.ts';
import { keys, values } from '../../keys.ts';
import type { PDFDict } from '../../objects.ts';
import { type PDFContext, PDFNull, type PDFObject } from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';
import type { InflationAccount } from '../../work-budget.ts';

/** Filters that a document can do without. */
const general = new Set([
  ...['FlateDecode', 'Fl', 'LZWDecode', 'LZW'],
  ...['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'RunLengthDecode', 'RL'],
]);

const predicting = new Set(['FlateDecode', 'Fl', 'LZWDecode', 'LZW']);

/** How the data of a stream are encoded. */
export interface StreamCoding {
  /** The filters that can be undone. */
  outer: readonly Filter[];
  /** The filters below them: those of images. */
  inner: readonly Filter[];
  /** The parameters of a predictor that is not undone. It also applies to data that are compressed otherwise. */
  prediction: PDFDict | undefined;
}

/** The coding of a stream; undefined if its data are external, encrypted by themselves, or of unknown form. */
export function codingOf(dict: PDFDict): StreamCoding | undefined {
  const filters = filtersOf(dict);
  if (!filters || dict.has(keys.F) || ownCryptFilter(dict) !== undefined) return undefined;
  const found = filters.findIndex(({ name }) => !general.has(name));
  const outer = filters.slice(0, found < 0 ? filters.length : found);
  const inner = filters.slice(outer.length);
  const last = inner.length === 0 ? outer.at(-1) : undefined;
  const prediction = last && predictionOf(last);
  if (last && prediction)
    outer[outer.length - 1] = { name: last.name, parameters: withoutPredictor(prediction) };
  return { outer, inner, prediction };
}

const predictionOf = ({ name, parameters }: Filter): PDFDict | undefined =>
  parameters && predicting.has(name) && (numberAt(parameters, keys.Predictor) ?? 1) > 1
    ? parameters
    : undefined;

function withoutPredictor(parameters: PDFDict): PDFDict {
  const copy = parameters.clone();
  copy.delete(keys.Predictor);
  return copy;
}

/** The data without the outer filters; undefined if they are damaged or exceed the account. */
export function withoutOuterFilters(
  contents: Uint8Array,
  { outer }: StreamCoding,
  account: InflationAccount,
): Uint8Array | undefined {
  if (contents.length > account.left) return undefined;
  try {
    const decoded = decodeStream(contents, outer, account);
    return decoded && !decoded.damaged ? decoded.bytes : undefined;
  } catch (error) {
    if (error instanceof InputFault) return undefined;
    throw error;
  }
}

/** The entries for data that are compressed with Flate, or not at all, above the inner filters. */
export function codingEntries(
  context: PDFContext,
  inner: readonly Filter[],
  flate: { parameters: PDFDict | undefined } | undefined,
): { Filter: PDFObject | undefined; DecodeParms: PDFObject | undefined } {
  const names: PDFObject[] = inner.map(({ name }) => nameOf(name));
  const parameters: PDFObject[] = inner.map((filter) => filter.parameters ?? PDFNull);
  if (flate) {
    names.unshift(values.FlateDecode);
    parameters.unshift(flate.parameters ?? PDFNull);
  }
  const [first, ...others] = parameters;
  const hasParameters = parameters.some((entry) => entry !== PDFNull);
  return {
    Filter: names.length > 1 ? arrayOf(context, names) : names[0],
    DecodeParms: !hasParameters ? undefined : others.length > 0 ? arrayOf(context, parameters) : first,
  };
}

/** The parameters of a predictor for FlateDecode. `EarlyChange` is of LZW. */
export const predictorEntries = (context: PDFContext, prediction: PDFDict): PDFDict =>
  dictOf(context, {
    Predictor: resolved(context, prediction.get(keys.Predictor)),
    Colors: resolved(context, prediction.get(keys.Colors)),
    BitsPerComponent: resolved(context, prediction.get(keys.BitsPerComponent)),
    Columns: resolved(context, prediction.get(keys.Columns)),
  });
