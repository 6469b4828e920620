import { InputFault } from '../../../base/input-fault.ts';
import type { Separator } from './separator.ts';

/** Limits of a text, which LibreOffice lays out line by line, and of a table, those of its sheets. */
export const textLimits = {
  /** In UTF-16 code units. */
  line: 1_000_000,
  rows: 1_048_576,
  columns: 16_384,
} as const;

/** Checks a text that arrives in pieces. */
export interface TextLimits {
  /** @throws InputFault `file-too-large` */
  read(piece: string): void;
}

/** Checks the length of lines. */
export class LineLimits implements TextLimits {
  /** Length of the last line so far. */
  #length = 0;

  read(piece: string): void {
    let start = 0;
    for (const { index } of piece.matchAll(/[\r\n]/g)) {
      this.#add(index - start);
      this.#length = 0;
      start = index + 1;
    }
    this.#add(piece.length - start);
  }

  #add(length: number): void {
    this.#length += length;
    if (this.#length > textLimits.line) {
      throw tooLarge(`has a line of more than ${textLimits.line} characters, which is the limit`);
    }
  }
}

/** Checks lines, rows and columns. Line ends and separators in quotes are content. */
export class TableLimits implements TextLimits {
  readonly #separator: Separator;
  readonly #lines = new LineLimits();
  /** Row ends, and separators since the last one. */
  #rows = 0;
  #separators = 0;
  #isQuoted = false;
  #isAfterReturn = false;

  constructor(separator: Separator) {
    this.#separator = separator;
  }

  read(piece: string): void {
    this.#lines.read(piece);
    for (const [character] of piece.matchAll(/["\r\n,;|\t]/g)) {
      const isSameEnd = character === '\n' && this.#isAfterReturn;
      this.#isAfterReturn = character === '\r';
      if (character === '"') this.#isQuoted = !this.#isQuoted;
      else if (this.#isQuoted || isSameEnd) continue;
      else if (character === '\n' || character === '\r') this.#endRow();
      else if (character === this.#separator) this.#endColumn();
    }
  }

  #endRow(): void {
    this.#rows += 1;
    this.#separators = 0;
    if (this.#rows > textLimits.rows)
      throw tooLarge(`has more than ${textLimits.rows} rows, which is the limit`);
  }

  #endColumn(): void {
    this.#separators += 1;
    if (this.#separators >= textLimits.columns) {
      throw tooLarge(`has more than ${textLimits.columns} columns, which is the limit`);
    }
  }
}

const tooLarge = (predicate: string): InputFault => new InputFault('file-too-large', predicate);
