import { keys } from '../keys.ts';
import { type PDFDict, type PDFName, PDFNumber } from '../objects.ts';
import {
  endOfRegular,
  isWord,
  readInteger,
  ReferenceReader,
  skipSpace,
  startsWith,
} from '../syntax/lexer.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import { readCrossReferenceStream } from './cross-reference-stream.ts';
import { readCrossReferenceTable } from './cross-reference-table.ts';
import type { PdfFile } from './pdf-file.ts';
import { Trailer } from './trailer.ts';

/** Readers look for the header here (PDF 32000-1, annex H, 3.4.1). */
const headerWindow = 1024;

/**
 * Reads the cross-references of all revisions into the file's table, newest first (PDF 32000-1, 7.5.4 and 7.5.8).
 * Ignores `/Size`.
 *
 * @throws CrossReferenceError if any of them cannot be read
 */
export function readCrossReference(file: PdfFile): Trailer {
  const header = file.bytes.subarray(0, headerWindow).indexOf('%PDF-');
  if (header < 0) throw new CrossReferenceError('The header is missing', file.bytes);
  const trailer = new Trailer();
  const seen = new Set<number>();
  let next: number | undefined = newestSection(file);
  if (header > 0 && !isSection(file, next) && isSection(file, next + header)) {
    file.base = header;
    file.note('header-offset');
  }
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    next = readSection(file, next + file.base, trailer);
  }
  if (!trailer.root) throw new CrossReferenceError('The trailer has no catalog', file.bytes);
  return trailer;
}

function newestSection({ bytes }: PdfFile): number {
  const keyword = bytes.lastIndexOf('startxref');
  const at = skipSpace(bytes, keyword + 'startxref'.length, bytes.length);
  const offset = keyword < 0 ? -1 : readInteger(bytes, at, bytes.length);
  if (offset < 0) throw new CrossReferenceError('The start of the cross-reference is missing', bytes);
  return offset;
}

const reader = new ReferenceReader();

function isSection({ bytes }: PdfFile, offset: number): boolean {
  const at = skipSpace(bytes, offset, bytes.length);
  return startsWith(bytes, at, 'xref') || reader.objectHead(bytes, at, bytes.length);
}

/** Reads one section. Returns the offset of the previous one. */
function readSection(file: PdfFile, offset: number, trailer: Trailer): number | undefined {
  const { bytes } = file;
  const at = skipSpace(bytes, offset, bytes.length);
  if (!isWord(bytes, at, endOfRegular(bytes, at, bytes.length), 'xref')) {
    const dict = readCrossReferenceStream(file, at);
    trailer.addOlder(dict);
    return offsetIn(file, dict, keys.Prev);
  }
  const table = readCrossReferenceTable(file, at + 'xref'.length);
  const dict = file.dictionary(table.end)?.dict;
  if (!dict) throw new CrossReferenceError('A trailer is missing', bytes);
  trailer.addOlder(dict);
  // The table of a hybrid file marks objects as free that its stream locates (7.5.8.4).
  const hybrid = offsetIn(file, dict, keys.XRefStm);
  if (hybrid !== undefined) {
    file.hybrid = true;
    readCrossReferenceStream(file, skipSpace(bytes, hybrid + file.base, bytes.length));
  }
  table.enterFree();
  return offsetIn(file, dict, keys.Prev);
}

function offsetIn({ bytes }: PdfFile, dict: PDFDict, key: PDFName): number | undefined {
  const value = dict.get(key);
  if (value === undefined) return undefined;
  if (!(value instanceof PDFNumber))
    throw new CrossReferenceError(`${key.asString()} is not an offset`, bytes);
  return value.asNumber();
}
