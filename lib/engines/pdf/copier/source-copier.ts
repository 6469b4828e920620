import { keys, values } from '../keys.ts';
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '../objects.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import type { OutputDocument } from '../output/output-document.ts';
import { ReferenceArray } from '../syntax/reference-array.ts';
import { refOf } from '../syntax/references.ts';
import { type DictChanges, isOmitted, ObjectCopier } from './object-copier.ts';
import { ObjectNumbers } from './object-numbers.ts';
import { maxDirectDepth } from './rewriter.ts';

/**
 * Copies objects of one source to one output, each once, with everything they refer to. A reference gets its new number
 * when it is first met; `flush` then copies the queued objects iteratively. Bytes of the source are rewritten without
 * being parsed.
 *
 * The catalog, the nodes of the page tree and all pages become null unless they were assigned, and so does any other
 * dictionary of type `/Page`: no copy brings in a page that was not requested.
 */
export class SourceCopier {
  readonly #source: PdfSource;
  readonly #output: OutputDocument;
  readonly #numbers: ObjectNumbers;
  readonly #objects: ObjectCopier;
  readonly #overrides = new Map<number, PDFObject>();
  readonly #amendments = new Map<number, DictChanges>();

  constructor(source: PdfSource, output: OutputDocument) {
    this.#source = source;
    this.#output = output;
    const numbers = new ObjectNumbers(source, output.context);
    this.#numbers = numbers;
    source.file.reading.addCopy();
    this.#objects = new ObjectCopier(source.file, output.objects.raw, (number) => numbers.of(number));
  }

  /**
   * Makes every reference to `ref` a reference to `newRef`, or null. The object itself is not copied (see {@link
   * copyDict}). Call it before anything that refers to it is copied.
   */
  assign(ref: PDFRef, newRef: PDFRef | null): void {
    this.#numbers.assign(ref.objectNumber, newRef?.objectNumber);
  }

  /**
   * Copies `object`, which has the source's references, in place of the object at `ref`, even if that was copied
   * already.
   */
  override(ref: PDFRef, object: PDFObject): void {
    this.#overrides.set(ref.objectNumber, object);
    const newRef = refOf(this.#numbers.given(ref.objectNumber));
    if (this.#output.objects.has(newRef)) this.#output.context.assign(newRef, this.copy(object));
  }

  /**
   * Changes entries of the dictionary at `ref` while it is copied, without parsing it. Call it before anything that
   * refers to it is copied. An override takes precedence.
   */
  amend(ref: PDFRef, changes: DictChanges): void {
    this.#amendments.set(ref.objectNumber, changes);
  }

  /** A reference for {@link override} that leads to an object of the output. */
  referenceTo(outputRef: PDFRef): PDFRef {
    return refOf(this.#numbers.add(outputRef.objectNumber));
  }

  /** The number of `ref` in the output. The next `flush` copies the object and everything it refers to. */
  reference(ref: PDFRef): PDFRef | typeof PDFNull {
    const number = this.#numbers.of(ref.objectNumber);
    return number > 0 ? refOf(number) : PDFNull;
  }

  /** Whether a copied object refers to `ref`. Call `flush` first to include queued objects. */
  isReferredTo(ref: PDFRef): boolean {
    return this.#numbers.given(ref.objectNumber) > 0;
  }

  /** A copy of a source's object for the output. */
  copy(object: PDFObject): PDFObject {
    return this.#copy(object, 1);
  }

  /** As {@link copy}, of an array of references in a form that takes less memory. */
  copyReferences(array: PDFArray): PDFObject {
    const items = array.asArray();
    if (items.some((item) => !(item instanceof PDFRef) && item !== PDFNull)) return this.copy(array);
    return new ReferenceArray(
      items.map((item) => (item instanceof PDFRef ? this.#numbers.of(item.objectNumber) : 0)),
    );
  }

  #copy(object: PDFObject, depth: number): PDFObject {
    if (object instanceof PDFRef) return this.reference(object);
    if (object instanceof PDFDict || object instanceof PDFArray) {
      if (depth > maxDirectDepth) return this.#output.context.register(this.#copy(object, 1));
      return object instanceof PDFDict ? this.#copyDict(object, depth) : this.#copyArray(object, depth);
    }
    if (object instanceof PDFRawStream) {
      // The writer measures the length, and copying it could bring in the object that holds it.
      const dict = object.dict.clone();
      dict.delete(keys.Length);
      return PDFRawStream.of(this.#copyDict(dict, depth), object.contents);
    }
    return object;
  }

  /** Copies the dictionary at `ref` to `newRef` with changes, without parsing it. Pages are copied this way. */
  copyDict(ref: PDFRef, newRef: PDFRef, changes: DictChanges): void {
    const overridden = this.#overrides.has(ref.objectNumber);
    const mark = this.#numbers.mark();
    const asPage = { ...changes, isPage: true };
    if (!overridden && this.#objects.copy(ref.objectNumber, newRef.objectNumber, asPage) === 'copied') return;
    this.#numbers.goBackTo(mark);
    const found = this.#original(ref);
    const original = found instanceof PDFStream ? found.dict : found;
    this.#output.context.assign(newRef, this.#copyChanged(original, changes));
  }

  #copyChanged(original: PDFObject | undefined, changes: DictChanges): PDFDict {
    const dict = PDFDict.withContext(this.#output.context);
    if (original instanceof PDFDict) {
      for (const [key, value] of original.entries()) {
        if (!isOmitted(changes, key)) dict.set(key, this.copy(value));
      }
    }
    for (const [key, value] of changes.set ?? []) dict.set(key, value);
    return dict;
  }

  /** Copies all queued objects. */
  flush(): void {
    for (let number = this.#numbers.take(); number !== undefined; number = this.#numbers.take()) {
      const newNumber = this.#numbers.given(number);
      if (newNumber > 0) this.#copyObject(number, newNumber);
    }
  }

  #copyDict(dict: PDFDict, depth: number): PDFDict {
    const entries = new Map<PDFName, PDFObject>();
    for (const [key, value] of dict.entries()) entries.set(key, this.#copy(value, depth + 1));
    return PDFDict.fromMapWithContext(entries, this.#output.context);
  }

  #copyArray(items: PDFArray, depth: number): PDFArray {
    const array = PDFArray.withContext(this.#output.context);
    for (const item of items.asArray()) array.push(this.#copy(item, depth + 1));
    return array;
  }

  #copyObject(number: number, newNumber: number): void {
    const overridden = this.#overrides.has(number);
    const mark = this.#numbers.mark();
    const changes = overridden ? undefined : this.#amendments.get(number);
    const outcome = overridden ? 'malformed' : this.#objects.copy(number, newNumber, changes);
    if (outcome === 'copied') return;
    this.#numbers.goBackTo(mark);
    const original = outcome === 'unlisted' ? undefined : this.#original(refOf(number));
    const unlisted = original === undefined || (!overridden && isStructural(original));
    if (unlisted) this.#numbers.assign(number, undefined);
    const copied = (): PDFObject =>
      changes && original instanceof PDFDict
        ? this.#copyChanged(original, changes)
        : this.copy(original ?? PDFNull);
    this.#output.context.assign(refOf(newNumber), unlisted ? PDFNull : copied());
  }

  #original(ref: PDFRef): PDFObject | undefined {
    return this.#overrides.get(ref.objectNumber) ?? this.#source.context.lookup(ref);
  }
}

const structuralTypes = new Set([values.Page, values.Pages, values.Catalog]);

/** Whether only the page tree may bring in the object. */
function isStructural(object: PDFObject): boolean {
  const type = object instanceof PDFDict ? object.get(keys.Type) : undefined;
  return type instanceof PDFName && structuralTypes.has(type);
}
