import { Char, CharacterClass, classOf } from '../syntax/characters.ts';
import type { Extent } from '../syntax/dict-entries.ts';
import { skipSpace, startsWith } from '../syntax/lexer.ts';
import { KeywordSearch } from './keyword-search.ts';
import type { PdfFile } from './pdf-file.ts';

/** White space allowed between stream data and `endstream`, which writers may not count. */
const slack = 3;

/** Finds the extents of stream data in a file. */
export class StreamExtents {
  readonly #file: Pick<PdfFile, 'bytes' | 'note' | 'reading'>;
  readonly #endstream: KeywordSearch;
  readonly #endobj: KeywordSearch;

  constructor(file: Pick<PdfFile, 'bytes' | 'note' | 'reading'>) {
    this.#file = file;
    this.#endstream = new KeywordSearch(file.bytes, 'endstream');
    this.#endobj = new KeywordSearch(file.bytes, 'endobj');
  }

  /**
   * The data of the stream whose dictionary ends at `dictEnd`; undefined if no stream follows.
   *
   * @param length the declared length, -1 if there is none
   */
  extent(dictEnd: number, length: number): Extent | undefined {
    const start = this.#start(dictEnd);
    if (start === undefined) return undefined;
    if (length >= 0 && endsStream(this.#file.bytes, start + length)) return { start, end: start + length };
    this.#file.note('stream-length');
    return { start, end: this.#searchEnd(start) };
  }

  /** The end of a stream that may follow a dictionary. Its length need not be known yet. */
  end(dictEnd: number, length: number): number | undefined {
    const start = this.#start(dictEnd);
    if (start === undefined) return undefined;
    if (length >= 0 && endsStream(this.#file.bytes, start + length)) return start + length;
    return this.#searchEnd(start);
  }

  /** Whether a stream follows the dictionary that ends at `dictEnd`. */
  follows(dictEnd: number): boolean {
    return this.#start(dictEnd) !== undefined;
  }

  /** The first byte of a stream's data (PDF 32000-1, 7.3.8.1). */
  #start(dictEnd: number): number | undefined {
    const { bytes } = this.#file;
    const keyword = skipSpace(bytes, dictEnd, bytes.length);
    if (!startsWith(bytes, keyword, 'stream')) return undefined;
    let at = keyword + 'stream'.length;
    while (bytes[at] === Char.space) at += 1;
    if (bytes[at] === Char.carriageReturn) at += 1;
    if (bytes[at] === Char.lineFeed) at += 1;
    return at;
  }

  /** The end of the data that begin at `start`, found by keyword, without the line break before it. */
  #searchEnd(start: number): number {
    const { bytes, reading } = this.#file;
    let end = Math.min(this.#endstream.next(start), this.#endobj.next(start));
    reading.read(end - start);
    if (end > start && bytes[end - 1] === Char.lineFeed) end -= 1;
    if (end > start && bytes[end - 1] === Char.carriageReturn) end -= 1;
    return end;
  }
}

/** Whether stream data can end at `end`, because the keyword follows. */
function endsStream(bytes: Uint8Array, end: number): boolean {
  let at = end;
  while (at < end + slack && classOf[bytes[at] as number] === CharacterClass.space) at += 1;
  return startsWith(bytes, at, 'endstream');
}
