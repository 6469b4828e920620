import { nameAt } from '../../assembly/lookup.ts';
import { withEntries } from '../../assembly/object-builders.ts';
import { codingEntries, codingOf, withoutOuterFilters } from '../../finishing/compress/stream-coding.ts';
import { deflate } from '../../filters/deflate.ts';
import { filtersOf } from '../../filters/decode-stream.ts';
import { keys } from '../../keys.ts';
import { type PDFDict, PDFRawStream } from '../../objects.ts';
import type { InflationAccount } from '../../work-budget.ts';
import { compressionLevel } from '../../writer/compression-level.ts';

/** Filters that PDF/A does not allow (ISO 19005-1, 6.1.10; ISO 19005-2 and -3, 6.1.7.2), by both names. */
const replaced: ReadonlySet<string> = new Set(['LZWDecode', 'LZW', 'Crypt']);

/**
 * A stream whose filters PDF/A allows; undefined if they are. Data that cannot be decoded stay as they are.
 */
export function allowedStream(stream: PDFRawStream, account: InflationAccount): PDFRawStream | undefined {
  const filters = filtersOf(stream.dict) ?? [];
  if (!filters.some(({ name }) => replaced.has(name))) return undefined;
  if (filters.every(({ name }) => name === 'Crypt')) return withFilters(stream.dict, stream.contents, {});
  const coding = codingOf(withoutCrypt(stream.dict));
  const bytes = coding && withoutOuterFilters(stream.contents, coding, account);
  if (!coding || !bytes) return undefined;
  const { context } = stream.dict;
  const parameters = coding.prediction;
  const entries = codingEntries(context, coding.inner, { parameters });
  return withFilters(stream.dict, deflate(bytes, compressionLevel), entries);
}

/** The data are decrypted already. Crypt comes first (PDF 32000-1, 7.4.10). */
function withoutCrypt(dict: PDFDict): PDFDict {
  const filters = filtersOf(dict) ?? [];
  if (filters[0]?.name !== 'Crypt') return dict;
  const { Filter, DecodeParms } = codingEntries(dict.context, filters.slice(1), undefined);
  return withEntries(dict, [
    [keys.Filter, Filter],
    [keys.DecodeParms, DecodeParms],
  ]);
}

const withFilters = (
  dict: PDFDict,
  contents: Uint8Array,
  { Filter, DecodeParms }: Partial<ReturnType<typeof codingEntries>>,
): PDFRawStream =>
  PDFRawStream.of(
    withEntries(dict, [
      [keys.Filter, Filter],
      [keys.DecodeParms, DecodeParms],
    ]),
    contents,
  );

/** Data in other files are not allowed (ISO 19005-1, 6.1.7; ISO 19005-2, 6.1.7.1). Returns whether there was an entry. */
export function withoutExternalData(dict: PDFDict): boolean {
  const had = [keys.F, keys.FFilter, keys.FDecodeParms].map((key) => dict.delete(key));
  return had.includes(true);
}

/** Whether a stream has XMP metadata of an object. */
export const isMetadata = (dict: PDFDict): boolean =>
  nameAt(dict, keys.Type) === 'Metadata' && nameAt(dict, keys.Subtype) === 'XML';
