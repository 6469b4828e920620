/** The source ended where more was expected. */
export class UnexpectedEnd extends Error {
  override readonly name = 'UnexpectedEnd';
}

/** A line is longer than its reader allows. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/** Reads lines and runs of bytes from a stream, in turn. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer, unknown, undefined>;
  #pending: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]() as AsyncIterator<Buffer, unknown, undefined>;
  }

  /**
   * The next line, without its CRLF, as UTF-8.
   * @param maximum bytes, CRLF included
   * @throws LineTooLong, UnexpectedEnd
   */
  async line(maximum: number): Promise<string> {
    for (;;) {
      const end = this.#pending.indexOf('\r\n');
      if (end + 2 > maximum || (end < 0 && this.#pending.length >= maximum)) throw new LineTooLong();
      if (end >= 0) return this.#shift(end, 2).toString();
      await this.#more();
    }
  }

  /** The next `length` bytes, as they come. @throws UnexpectedEnd */
  async *take(length: number): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.#pending.length === 0) await this.#more();
      const data = this.#shift(Math.min(left, this.#pending.length));
      left -= data.length;
      yield data;
    }
  }

  /** Everything before the next `delimiter`, as it comes; the delimiter is skipped. @throws UnexpectedEnd */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#pending.indexOf(delimiter);
      if (end >= 0) {
        const data = this.#shift(end, delimiter.length);
        if (data.length > 0) yield data;
        return;
      }
      const safe = this.#pending.length - beginningAtEnd(this.#pending, delimiter);
      if (safe > 0) yield this.#shift(safe);
      await this.#more();
    }
  }

  /** Reads the source to its end and drops what it holds. */
  async drain(): Promise<void> {
    this.#pending = Buffer.alloc(0);
    while ((await this.#source.next()).done !== true);
  }

  /** Lets go of the source. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #shift(length: number, skip = 0): Buffer {
    const data = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length + skip);
    return data;
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done === true) throw new UnexpectedEnd();
    this.#pending = this.#pending.length === 0 ? next.value : Buffer.concat([this.#pending, next.value]);
  }
}

/** How many of the last bytes of `data` may be the beginning of `delimiter`; hardly ever any, which spares copies. */
function beginningAtEnd(data: Buffer, delimiter: Buffer): number {
  const [first] = delimiter;
  if (first === undefined) return 0;
  let at = Math.max(0, data.length - delimiter.length + 1);
  for (at = data.indexOf(first, at); at >= 0; at = data.indexOf(first, at + 1)) {
    if (data.subarray(at).equals(delimiter.subarray(0, data.length - at))) return data.length - at;
  }
  return 0;
}
