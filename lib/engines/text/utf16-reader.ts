const [highSurrogate, lowSurrogate, afterSurrogates] = [0xd800, 0xdc00, 0xe000];

const replacement = 0xfffd;

/** Puts characters together that come as two code units of UTF-16. */
export class Utf16Reader {
  #high: number | undefined;

  /** Returns the character that ends with `unit`; undefined if the unit is the first of two. */
  read(unit: number): number | undefined {
    const high = this.#high;
    this.#high = undefined;
    if (unit >= highSurrogate && unit < lowSurrogate) {
      this.#high = unit;
      return undefined;
    }
    if (unit >= lowSurrogate && unit < afterSurrogates) {
      if (high === undefined) return replacement;
      return ((high - highSurrogate) << 10) + unit - lowSurrogate + 0x10000;
    }
    return unit > 0x10ffff ? replacement : unit;
  }
}
