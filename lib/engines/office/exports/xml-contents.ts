import { XmlTextReader } from '../xml-text.ts';
import { type XmlTag, XmlTagReader } from '../xml-tokens.ts';

/** A drawing's path, or a picture in VML, is a single attribute. In characters. */
const maxTagLength = 32 * 1024 * 1024;

/** Enough of a formula or of a field's instruction, in characters. */
const mostText = 32 * 1024;

/** An element without other elements, from its start tag to its end tag. */
export interface XmlContent {
  open: XmlTag;
  close: XmlTag;
  /** The beginning of its text, with references as they are written. */
  text: string;
}

/** Reads the start tags of an XML part, and the text of some elements. */
export class XmlContentReader {
  readonly text = new XmlTextReader();
  readonly #tags = new XmlTagReader(maxTagLength);
  readonly #hasText: (tag: XmlTag) => boolean;
  /** Offset of the piece in the part. */
  #base = 0;
  #open: XmlTag | undefined;
  /** The text since the start tag of `#open`, before the piece. */
  #held = '';

  /** @param hasText whether the text of the element is wanted */
  constructor(hasText: (tag: XmlTag) => boolean) {
    this.#hasText = hasText;
  }

  /** The start tags, and the wanted elements, that end in `piece`. */
  *read(piece: Buffer): Generator<XmlTag | XmlContent> {
    const text = this.text.read(piece);
    for (const tag of this.#tags.read(text)) {
      const open = this.#open;
      this.#open = undefined;
      if (tag.kind === 'close') {
        if (open) yield { open, close: tag, text: this.#textFrom(open, text).slice(0, tag.start - open.end) };
        continue;
      }
      yield tag;
      if (tag.kind === 'open' && this.#hasText(tag)) {
        this.#open = tag;
        this.#held = '';
      }
    }
    this.#held = this.#open ? this.#textFrom(this.#open, text) : '';
    this.#base += text.length;
  }

  /** @throws FormatError when the XML ends inside markup */
  finish(): void {
    this.#tags.finish();
  }

  #textFrom({ end }: XmlTag, text: string): string {
    const from = Math.max(0, end - this.#base);
    return this.#held + text.slice(from, from + mostText - this.#held.length);
  }
}
