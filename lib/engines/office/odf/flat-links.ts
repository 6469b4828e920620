import type { LinkBudget } from '../link-budget.ts';
import { XmlPrologCheck } from '../xml-prolog.ts';
import { localName, type XmlTag } from '../xml-tokens.ts';
import { ContentLinks, isInDocument } from './content-links.ts';

/** A range of characters of the file; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Finds the links of a flat OpenDocument, and the places of its embedded pictures and objects. */
export class FlatLinks extends ContentLinks {
  /** The contents of `office:binary-data` (ODF 1.3-3, 19.4): Base64. */
  readonly binaries: TextRange[] = [];
  readonly #prolog = new XmlPrologCheck();
  #binaryStart: number | undefined;

  constructor(budget: LinkBudget) {
    super(budget, isInDocument);
  }

  /** @throws FormatError when the XML is malformed, or has a document type declaration or an unreadable encoding */
  override read(piece: Buffer): void {
    this.#prolog.read(piece);
    super.read(piece);
  }

  protected override see(tag: XmlTag): void {
    super.see(tag);
    if (this.isRemoving) this.#binaryStart = undefined;
    else if (this.#binaryStart !== undefined) {
      // A tag within the data, which is none, ends it too.
      this.binaries.push({ start: this.#binaryStart, end: tag.start });
      this.#binaryStart = tag.kind === 'close' ? undefined : tag.end;
    } else if (tag.kind === 'open' && localName(tag.name) === 'binary-data') this.#binaryStart = tag.end;
  }
}
