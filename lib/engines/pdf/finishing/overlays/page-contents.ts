import { InputFault } from '../../../../base/input-fault.ts';
import { listOf, resolved } from '../../assembly/lookup.ts';
import { type Decoded, decodeStream, filtersOf } from '../../filters/decode-stream.ts';
import { keys } from '../../keys.ts';
import { type PDFDict, type PDFObject, PDFRawStream } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import { balanced, balanceOf, type ContentBalance, followedBy } from './content-balance.ts';
import { compressedStream } from './compressed-stream.ts';
import { drawing, formEntries, numbers } from './form-xobject.ts';
import { SharedStreams } from './shared-streams.ts';

/** The streams that all changed pages may list together. Pages can share a long list, and each gets its own. */
const maxStreams = 2_000_000;

/** Levels that are closed at most. The standard allows 28 (PDF 32000-1, annex C). */
const maxLevels = 10_000;

/** Adds content to pages. What a page's own content leaves open is closed before what is added after it. */
export class PageContents {
  readonly #document: BuiltDocument;
  readonly #streams: SharedStreams;
  /** What each stream leaves open. Pages can share streams. */
  readonly #balances = new Map<PDFObject, ContentBalance>();
  #left = maxStreams;

  constructor(document: BuiltDocument) {
    this.#document = document;
    this.#streams = new SharedStreams(document.context);
  }

  /**
   * Adds content beneath and above that of a page. It is drawn in the page's default graphics state.
   *
   * @throws InputFault `file-too-large`
   */
  add(page: PDFDict, { beneath, above }: { beneath: string; above: string }): void {
    const { context } = this.#document;
    const own = listOf(context, page.get(keys.Contents));
    this.#count(own.length);
    const streams = [...own];
    if (above !== '') {
      const { before, after } = this.#enclosing(own);
      if (own.length > 0) streams.unshift(this.#streams.of(before));
      streams.push(this.#streams.of(own.length > 0 ? after + above : above));
    }
    if (beneath !== '') streams.unshift(this.#streams.of(beneath));
    page.set(keys.Contents, context.obj(streams));
  }

  /**
   * Makes a form of the content of a page if nothing can follow it: it is damaged, or ends within a string or an inline
   * image. Readers would take what follows for a part of that.
   *
   * @param box what is visible of the page
   */
  isolate(page: PDFDict, box: readonly number[]): void {
    const { context } = this.#document;
    const own = listOf(context, page.get(keys.Contents));
    if (!own.some((entry) => this.#balanceOf(entry).unfinished)) return;
    const contents = own.map((entry) => this.#contentOf(entry)).filter((each) => each !== undefined);
    if (contents.length < own.length) return;
    const content = Buffer.concat(contents.flatMap(({ bytes }) => [bytes, lineBreak]));
    const form = compressedStream(context, content, {
      ...formEntries,
      BBox: numbers(context, box),
      Resources: page.get(keys.Resources),
    });
    const { resources, draw } = drawing(context, context.register(form));
    page.set(keys.Resources, resources);
    page.set(keys.Contents, this.#streams.of(draw));
  }

  /** Content that keeps the page's own between a `q` and a `Q` of the same level. */
  #enclosing(own: readonly PDFObject[]): { before: string; after: string } {
    const { states, marks, text } = own.map((entry) => this.#balanceOf(entry)).reduce(followedBy, balanced);
    const opened = 1 - states.least;
    return {
      before: repeated('q\n', opened),
      after: [
        text === true ? 'ET\n' : '',
        repeated('EMC\n', marks.net - marks.least),
        repeated('Q\n', opened + states.net),
      ].join(''),
    };
  }

  #balanceOf(entry: PDFObject): ContentBalance {
    let balance = this.#balances.get(entry);
    if (!balance) this.#balances.set(entry, (balance = this.#read(entry)));
    return balance;
  }

  #read(entry: PDFObject): ContentBalance {
    const content = this.#contentOf(entry);
    if (!content) return balanced;
    const balance = balanceOf(content.bytes);
    return { ...balance, unfinished: balance.unfinished || content.damaged };
  }

  /** Undefined for what is no stream, or has a filter that is unknown or for images. */
  #contentOf(entry: PDFObject): Decoded | undefined {
    const { context, budget } = this.#document;
    const stream = resolved(context, entry);
    const filters = stream instanceof PDFRawStream ? filtersOf(stream.dict) : undefined;
    if (!(stream instanceof PDFRawStream) || !filters) return undefined;
    return decodeStream(stream.contents, filters, budget.contents);
  }

  #count(streams: number): void {
    this.#left -= streams;
    if (this.#left >= 0) return;
    throw new InputFault(
      'file-too-large',
      `has more than ${maxStreams} content streams on the pages to change`,
    );
  }
}

const lineBreak = Buffer.from('\n');

const repeated = (operator: string, levels: number): string => operator.repeat(Math.min(levels, maxLevels));
