import type { PDFContext, PDFObject, PDFRef } from '../objects.ts';

/**
 * The objects of a pdf-lib context, each loaded at its first lookup. pdf-lib stores its objects in a `Map` and reads
 * them with `get` only, so a map that loads on demand makes its whole API lazy.
 */
export class SourceObjects extends Map<PDFRef, PDFObject> {
  readonly #objects = new Map<number, PDFObject | undefined>();
  readonly #load: (number: number) => PDFObject | undefined;

  private constructor(load: (number: number) => PDFObject | undefined) {
    super();
    this.#load = load;
  }

  /** Makes `context` load its objects. */
  static install(context: PDFContext, load: (number: number) => PDFObject | undefined): SourceObjects {
    const objects = new SourceObjects(load);
    // pdf-lib declares the map private. All lookups go through it.
    Object.assign(context, { indirectObjects: objects });
    return objects;
  }

  override get(ref: PDFRef): PDFObject | undefined {
    // A reference with a wrong generation leads to the object of that number, as in viewers.
    const number = ref.objectNumber;
    const known = this.#objects.get(number);
    if (known !== undefined || this.#objects.has(number)) return known;
    const loaded = this.#load(number);
    this.#objects.set(number, loaded);
    return loaded;
  }

  /** Forgets loaded objects and failed attempts. */
  override clear(): void {
    this.#objects.clear();
  }

  override has(ref: PDFRef): boolean {
    return this.get(ref) !== undefined;
  }

  /** @throws Error unless the number is new, because sources are never modified */
  override set(ref: PDFRef, object: PDFObject): this {
    if (this.get(ref) !== undefined)
      throw new Error(`Object ${ref.toString()} of a source cannot be changed`);
    this.#objects.set(ref.objectNumber, object);
    return this;
  }
}
