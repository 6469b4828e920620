/** What a code stands for, in a table by its first bits: the value in the upper bits, the length in the lower five. */
export type CodeTable = Int32Array;

const lengthBits = 5;

/** A table of codes, by the longest. Bits that begin no code have the length 0. */
export function codeTable(
  codes: Iterable<readonly [code: string, value: number]>,
  longest: number,
): CodeTable {
  const table = new Int32Array(1 << longest);
  for (const [code, value] of codes) {
    const free = longest - code.length;
    const first = Number.parseInt(code, 2) << free;
    table.fill((value << lengthBits) | code.length, first, first + (1 << free));
  }
  return table;
}

/** Reads codes from bytes. Bits after the last byte are 0. */
export class CodeReader {
  readonly #bytes: Uint8Array;
  /** In bits. */
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length * 8;
  }

  /** At most 16 bits. */
  peek(length: number): number {
    const byte = this.#at >> 3;
    const bytes = this.#bytes;
    const three = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
    return (three >> (24 - (this.#at & 7) - length)) & ((1 << length) - 1);
  }

  skip(length: number): void {
    this.#at += length;
  }

  skipToByte(): void {
    this.#at = (this.#at + 7) & ~7;
  }

  /** Returns the value of the next code; undefined if there is none. @param longest of the table */
  read(table: CodeTable, longest: number): number | undefined {
    const entry = table[this.peek(longest)] as number;
    const length = entry & ((1 << lengthBits) - 1);
    if (length === 0) return undefined;
    this.#at += length;
    return entry >> lengthBits;
  }
}
