import { type PDFContext, PDFDict, type PDFObject, PDFRawStream, type PDFRef } from '../objects.ts';
import { ObjectParser } from '../syntax/object-parser.ts';
import { refOf } from '../syntax/references.ts';
import { RawObjects } from './raw-objects.ts';

/**
 * The objects of a pdf-lib context under construction. A copied object stays bytes until it is looked up. It is then
 * parsed, and the parsed object replaces the bytes.
 */
export class OutputObjects extends Map<PDFRef, PDFObject> {
  readonly raw = new RawObjects();
  readonly #parsed = new Map<number, PDFObject>();
  readonly #context: PDFContext;

  private constructor(context: PDFContext) {
    super();
    this.#context = context;
  }

  /** Makes `context` use this map for its objects. */
  static install(context: PDFContext): OutputObjects {
    const objects = new OutputObjects(context);
    // pdf-lib declares the map private. All objects go through it.
    Object.assign(context, { indirectObjects: objects });
    return objects;
  }

  /** The object of that number if it was parsed or set as an object. */
  parsed(number: number): PDFObject | undefined {
    return this.#parsed.get(number);
  }

  override get(ref: PDFRef): PDFObject | undefined {
    const number = ref.objectNumber;
    const known = this.#parsed.get(number);
    if (known || !this.raw.has(number)) return known;
    const object = this.#parse(number);
    if (object) this.set(ref, object);
    return object;
  }

  /** The object of that number. Copied objects stay bytes. */
  peek(number: number): PDFObject | undefined {
    return this.#parsed.get(number) ?? this.#parse(number);
  }

  override has(ref: PDFRef): boolean {
    return this.raw.has(ref.objectNumber) || this.#parsed.has(ref.objectNumber);
  }

  override set(ref: PDFRef, object: PDFObject): this {
    this.#parsed.set(ref.objectNumber, object);
    this.raw.delete(ref.objectNumber);
    return this;
  }

  override delete(ref: PDFRef): boolean {
    const had = this.has(ref);
    this.#parsed.delete(ref.objectNumber);
    this.raw.delete(ref.objectNumber);
    return had;
  }

  /** All objects by ascending number. Parses every one. */
  override *entries(): MapIterator<[PDFRef, PDFObject]> {
    for (let number = 1; number <= this.#context.largestObjectNumber; number += 1) {
      const ref = refOf(number);
      const object = this.get(ref);
      if (object) yield [ref, object];
    }
  }

  #parse(number: number): PDFObject | undefined {
    const raw = this.raw.get(number);
    if (!raw) return undefined;
    // Copied objects are nested no deeper than the limit of their source.
    const parser = new ObjectParser(this.#context, raw.head, 0, raw.head.length, { maxDepth: Infinity });
    const object = parser.parse();
    return raw.data && object instanceof PDFDict ? PDFRawStream.of(object, raw.data) : object;
  }
}
