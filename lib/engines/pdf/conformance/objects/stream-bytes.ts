import { InputFault } from '../../../../base/input-fault.ts';
import { decodeStream, filtersOf } from '../../filters/decode-stream.ts';
import type { PDFRawStream } from '../../objects.ts';
import type { InflationAccount } from '../../work-budget.ts';

/** The decoded data of a stream; undefined if a filter is unknown, or if they exceed the account. */
export function streamBytes(
  { dict, contents }: PDFRawStream,
  account: InflationAccount,
): Uint8Array | undefined {
  const filters = filtersOf(dict);
  if (!filters) return undefined;
  if (filters.length === 0) return contents;
  try {
    return decodeStream(contents, filters, account)?.bytes;
  } catch (error) {
    if (error instanceof InputFault && error.code === 'file-too-large') return undefined;
    throw error;
  }
}
