/** A piece of text that stays together: a word with what follows it, a run of spaces, or an ideograph. */
interface Piece {
  text: string;
  /** Ems. */
  width: number;
  isSpace: boolean;
}

const paragraphs = /\r\n|[\r\n\u2028\u2029]/;

/** Spaces; characters between which lines may break; words up to and including a hyphen. */
const pieces =
  /[ \t\u2000-\u200a]+|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[^ \t\u2000-\u200a\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef-]*(?:-|[^ \t\u2000-\u200a\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef-])/gu;

/** Measures each piece of a text once, however often it is wrapped. */
export class BreakableText {
  readonly #widthIn: (text: string) => number;
  readonly #paragraphs: readonly string[];
  readonly #widths = new Map<string, number>();

  /** @param widthIn the width of a piece of the text, in ems */
  constructor(text: string, widthIn: (text: string) => number) {
    this.#widthIn = widthIn;
    this.#paragraphs = text.split(paragraphs);
  }

  /**
   * The lines of the text, at most so wide. A word that is wider is broken. Stops after `most` lines and one more.
   *
   * @param room in ems
   */
  lines(room: number, most: number): string[] {
    const lines: string[] = [];
    for (const paragraph of this.#paragraphs) {
      for (const line of this.#wrapped(paragraph, room)) {
        lines.push(line);
        if (lines.length > most) return lines;
      }
    }
    return lines;
  }

  *#wrapped(paragraph: string, room: number): Generator<string> {
    let line = '';
    let width = 0;
    for (const piece of this.#fitting(paragraph, room)) {
      // Spaces that end a line take no room.
      if (!piece.isSpace && width > 0 && width + piece.width > room) {
        yield line.trimEnd();
        [line, width] = ['', 0];
      }
      line += piece.text;
      width += piece.width;
    }
    yield line;
  }

  /** Pieces that are not wider than the room. */
  *#fitting(paragraph: string, room: number): Generator<Piece> {
    for (const [text] of paragraph.matchAll(pieces)) {
      const piece = { text, width: this.#widthOf(text), isSpace: text.trim() === '' };
      if (piece.width <= room || piece.isSpace) yield piece;
      else yield* this.#broken(text, room);
    }
  }

  *#broken(word: string, room: number): Generator<Piece> {
    let [text, width] = ['', 0];
    for (const character of word) {
      const added = this.#widthOf(character);
      if (text !== '' && width + added > room) {
        yield { text, width, isSpace: false };
        [text, width] = ['', 0];
      }
      text += character;
      width += added;
    }
    yield { text, width, isSpace: false };
  }

  #widthOf(text: string): number {
    let width = this.#widths.get(text);
    if (width === undefined) this.#widths.set(text, (width = this.#widthIn(text)));
    return width;
  }
}
