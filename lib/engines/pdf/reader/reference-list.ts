import { Char, isDigit } from '../syntax/characters.ts';
import { endOfValue } from '../syntax/dict-entries.ts';
import { ReferenceReader, skipSpace } from '../syntax/lexer.ts';
import type { PdfFile } from './pdf-file.ts';

const reference = new ReferenceReader();

/** The object numbers of an array of references, or of a reference to one; undefined for anything else. */
export function referenceList(
  file: PdfFile,
  bytes: Buffer,
  start: number,
  end: number,
): number[] | undefined {
  if (isDigit(bytes[start]) && reference.reference(bytes, start, end)) {
    const located = file.locate(reference.number);
    if (!located) return undefined;
    const arrayStart = skipSpace(located.bytes, located.start, located.end);
    const arrayEnd = endOfValue(located.bytes, arrayStart, located.end, file.budget.limits.depth);
    if (arrayEnd < 0 || located.bytes[arrayStart] !== Char.bracketOpen) return undefined;
    return referenceList(file, located.bytes, arrayStart, arrayEnd);
  }
  if (bytes[start] !== Char.bracketOpen) return undefined;
  // Many dictionaries can share one array.
  file.reading.read(end - start);
  const numbers: number[] = [];
  let at = skipSpace(bytes, start + 1, end);
  while (at < end - 1) {
    if (!reference.reference(bytes, at, end)) return undefined;
    numbers.push(reference.number);
    at = skipSpace(bytes, reference.end, end);
  }
  return numbers;
}
