import { asDict, dictAt, listOf, nameAt, resolved } from '../../../assembly/lookup.ts';
import { decodeStream, filtersOf } from '../../../filters/decode-stream.ts';
import { InputFault } from '../../../../../base/input-fault.ts';
import { keys } from '../../../keys.ts';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import { composed, type Matrix } from '../../overlays/matrix.ts';
import { visitPlacing } from './content-operators.ts';
import type { PaintedSizes } from './painted-sizes.ts';

/** Content to walk: of a page, a form, a pattern or a glyph. */
interface OpenContent {
  streams: readonly PDFRawStream[];
  resources: PDFDict | undefined;
  matrix: Matrix;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** A matrix for content whose size is unknown: images in it count as painted in any size. */
const unknownSize: Matrix = [1e9, 0, 0, 1e9, 0, 0];

/** Graphics states that are open at the same time. */
const maxStates = 512;

/** What walking a form costs besides its content, in bytes: it can be painted any number of times. */
const formCost = 8192;

/** Finds where content paints images, through forms, patterns, soft masks and glyphs. */
export class ContentWalk {
  readonly #context: PDFContext;
  readonly #sizes: PaintedSizes;
  readonly #account: InflationAccount;
  /** Contents that were walked, with their matrix. */
  readonly #walked = new Set<string>();
  readonly #resources = new Set<PDFDict>();
  readonly #open: OpenContent[] = [];
  /** Whether all contents could be read. */
  isComplete = true;

  constructor(context: PDFContext, sizes: PaintedSizes, account: InflationAccount) {
    this.#context = context;
    this.#sizes = sizes;
    this.#account = account;
  }

  /** Walks the content of a page. */
  page(page: PDFDict, unit: number): void {
    const streams = listOf(this.#context, page.get(keys.Contents)).flatMap((entry) => {
      const stream = resolved(this.#context, entry);
      return stream instanceof PDFRawStream ? [stream] : [];
    });
    this.#open.push({ streams, resources: dictAt(page, keys.Resources), matrix: [unit, 0, 0, unit, 0, 0] });
    this.#drain();
  }

  /** Walks a form that is shown in an unknown size. */
  form(entry: PDFObject): void {
    this.#openForm(entry, undefined, unknownSize);
    this.#drain();
  }

  #drain(): void {
    for (let next = this.#open.pop(); next; next = this.#open.pop()) this.#walk(next);
  }

  #walk({ streams, resources, matrix }: OpenContent): void {
    const content = this.#contentOf(streams);
    if (!content) {
      this.isComplete = false;
      return;
    }
    if (resources) this.#follow(resources);
    const xObjects = resources && dictAt(resources, keys.XObject);
    const states = resources && dictAt(resources, keys.ExtGState);
    const saved: Matrix[] = [];
    let current = matrix;
    visitPlacing(content, (placing) => {
      switch (placing.operator) {
        case 'q':
          if (saved.length < maxStates) saved.push(current);
          else this.isComplete = false;
          break;
        case 'Q':
          current = saved.pop() ?? current;
          break;
        case 'cm':
          current = composed(matrixOf(placing.numbers) ?? identity, current);
          break;
        case 'Do':
          this.#paint(xObjects?.get(placing.name), resources, current);
          break;
        case 'gs': {
          const state = asDict(resolved(this.#context, states?.get(placing.name)));
          const mask = state && dictAt(state, keys.SMask);
          this.#openForm(mask?.get(keys.G), resources, current);
        }
      }
    });
  }

  #paint(entry: PDFObject | undefined, resources: PDFDict | undefined, matrix: Matrix): void {
    const stream = resolved(this.#context, entry);
    if (!(entry instanceof PDFRef) || !(stream instanceof PDFRawStream)) return;
    if (nameAt(stream.dict, keys.Subtype) === 'Image') this.#sizes.add(entry, matrix);
    else this.#openForm(entry, resources, matrix);
  }

  /** @param inherited resources for a form that has none */
  #openForm(entry: PDFObject | undefined, inherited: PDFDict | undefined, matrix: Matrix): void {
    const stream = resolved(this.#context, entry);
    if (!(entry instanceof PDFRef) || !(stream instanceof PDFRawStream)) return;
    const own = matrixOf(numbersIn(this.#context, stream.dict.get(keys.Matrix))) ?? identity;
    const placed = composed(own, matrix);
    // Where a form is does not change the size of its images.
    const key = `${entry.objectNumber} ${placed
      .slice(0, 4)
      .map((value) => value.toPrecision(5))
      .join(' ')}`;
    if (this.#walked.has(key)) return;
    this.#walked.add(key);
    this.#account.add(formCost);
    this.#open.push({
      streams: [stream],
      resources: dictAt(stream.dict, keys.Resources) ?? inherited,
      matrix: placed,
    });
  }

  /** Walks the content in resources that other operators use: tiles of patterns and glyphs. */
  #follow(resources: PDFDict): void {
    if (this.#resources.has(resources)) return;
    this.#resources.add(resources);
    for (const pattern of dictAt(resources, keys.Pattern)?.values() ?? [])
      this.#openForm(pattern, resources, unknownSize);
    for (const entry of dictAt(resources, keys.Font)?.values() ?? []) {
      const font = resolved(this.#context, entry);
      if (!(font instanceof PDFDict) || nameAt(font, keys.Subtype) !== 'Type3') continue;
      const own = dictAt(font, keys.Resources) ?? resources;
      for (const glyph of dictAt(font, keys.CharProcs)?.values() ?? [])
        this.#openForm(glyph, own, unknownSize);
    }
  }

  /** The content of streams, each on lines of its own; undefined if it cannot be read. */
  #contentOf(streams: readonly PDFRawStream[]): Buffer | undefined {
    const parts: Uint8Array[] = [];
    for (const { dict, contents } of streams) {
      const filters = filtersOf(dict);
      this.#account.add(contents.length);
      if (this.#account.left <= 0) return undefined;
      const decoded = filters && this.#decode(() => decodeStream(contents, filters, this.#account));
      if (!decoded) return undefined;
      parts.push(decoded.bytes, lineBreak);
    }
    return Buffer.concat(parts);
  }

  #decode<T>(decode: () => T): T | undefined {
    try {
      return decode();
    } catch (error) {
      if (error instanceof InputFault && error.code === 'file-too-large') return undefined;
      throw error;
    }
  }
}

const lineBreak = Buffer.from('\n');

function numbersIn(context: PDFContext, entry: PDFObject | undefined): number[] {
  const array = resolved(context, entry);
  return array instanceof PDFArray
    ? array.asArray().map((item) => {
        const value = resolved(context, item);
        return value instanceof PDFNumber ? value.asNumber() : NaN;
      })
    : [];
}

function matrixOf(numbers: readonly number[]): Matrix | undefined {
  const [a, b, c, d, e, f] = numbers;
  if (
    a === undefined ||
    b === undefined ||
    c === undefined ||
    d === undefined ||
    e === undefined ||
    f === undefined
  )
    return undefined;
  return [a, b, c, d, e, f];
}
