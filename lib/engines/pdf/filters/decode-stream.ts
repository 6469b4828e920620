import { releaseBuffer } from '../../../base/release-memory.ts';
import type { InflationAccount } from '../work-budget.ts';
import { decodeAscii85, decodeAsciiHex } from './ascii.ts';
import { inflate } from './inflate.ts';
import { decodeLzw } from './lzw.ts';
import { OutputLimitError } from './output-limit.ts';
import { undoPredictor } from './predictor.ts';
import { decodeRunLength } from './run-length.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from '../objects.ts';
import { keys } from '../keys.ts';

/** One filter of a stream with its parameters. */
export interface Filter {
  name: string;
  parameters: PDFDict | undefined;
}

export interface Decoded {
  bytes: Uint8Array;
  /** Whether data were truncated or corrupt. `bytes` is the readable part. */
  damaged: boolean;
}

/** Real files have one or two filters. More are an attempt to inflate a small file repeatedly. */
const maxFilters = 8;

/**
 * Decodes the data of a stream.
 *
 * @returns undefined if a filter is unknown or for images
 * @throws InputFault `file-too-large` if a filter exceeds the account
 */
export function decodeStream(
  data: Uint8Array,
  filters: readonly Filter[],
  account: InflationAccount,
): Decoded | undefined {
  if (filters.length > maxFilters) return undefined;
  let decoded: Decoded = { bytes: data, damaged: false };
  for (const filter of filters) {
    const step = withinLimit(account, () => decodeFilter(decoded.bytes, filter, account.left));
    if (!step) return undefined;
    account.add(step.bytes.length);
    decoded = { bytes: step.bytes, damaged: decoded.damaged || step.damaged };
  }
  return decoded;
}

function withinLimit<T>(account: InflationAccount, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof OutputLimitError ? account.exceeded() : error;
  }
}

function decodeFilter(data: Uint8Array, { name, parameters }: Filter, limit: number): Decoded | undefined {
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return predicted(inflate(data, limit), parameters);
    case 'LZWDecode':
    case 'LZW':
      return predicted(decodeLzw(data, integer(parameters, keys.EarlyChange, 1), limit), parameters);
    case 'ASCIIHexDecode':
    case 'AHx':
      return whole(decodeAsciiHex(data));
    case 'ASCII85Decode':
    case 'A85':
      return whole(decodeAscii85(data, limit));
    case 'RunLengthDecode':
    case 'RL':
      return whole(decodeRunLength(data, limit));
    // The named crypt filter was applied by the decryption (7.4.10).
    case 'Crypt':
      return whole(data);
    default:
      return undefined;
  }
}

/** Undoes the prediction of data that a filter made, which are released unless they are the result. */
function predicted({ bytes, damaged }: Decoded, parameters: PDFDict | undefined): Decoded | undefined {
  const undone = undoPredictor(bytes, {
    predictor: integer(parameters, keys.Predictor, 1),
    columns: integer(parameters, keys.Columns, 1),
    colors: integer(parameters, keys.Colors, 1),
    bitsPerComponent: integer(parameters, keys.BitsPerComponent, 8),
  });
  if (undone !== bytes) releaseBuffer(bytes.buffer);
  return undone && { bytes: undone, damaged };
}

const whole = (bytes: Uint8Array): Decoded => ({ bytes, damaged: false });

function integer(parameters: PDFDict | undefined, key: PDFName, fallback: number): number {
  const value = parameters?.lookup(key);
  return value instanceof PDFNumber ? Math.trunc(value.asNumber()) : fallback;
}

/** The filters of a stream dictionary; undefined if one is not a name. */
export function filtersOf(dict: PDFDict): Filter[] | undefined {
  const names = asList(dict.lookup(keys.Filter));
  const parameters = asList(dict.lookup(keys.DecodeParms));
  const filters: Filter[] = [];
  for (const [index, name] of names.entries()) {
    if (!(name instanceof PDFName)) return undefined;
    const own = parameters[index];
    filters.push({ name: name.decodeText(), parameters: own instanceof PDFDict ? own : undefined });
  }
  return filters;
}

function asList(value: PDFObject | undefined): (PDFObject | undefined)[] {
  if (value === undefined) return [];
  if (!(value instanceof PDFArray)) return [value];
  return Array.from({ length: value.size() }, (_, index) => value.lookup(index));
}
