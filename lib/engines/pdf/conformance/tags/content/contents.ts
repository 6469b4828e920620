import { dictAt, listOf, nameAt, resolved } from '../../../assembly/lookup.ts';
import { decodeStream, filtersOf } from '../../../filters/decode-stream.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFRawStream, PDFRef } from '../../../objects.ts';
import { nameOf, nameText } from '../../../syntax/names.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';

/** A form (PDF 32000-1, 8.10). */
export interface Form {
  ref: PDFRef;
  stream: PDFRawStream;
}

/** Levels of forms in forms that are followed. */
export const maxDepth = 100;

/** The content of pages and forms, and which forms have tags. */
export class Contents {
  readonly #document: BuiltDocument;
  readonly #hasTags = new Map<PDFRef, boolean>();

  constructor(document: BuiltDocument) {
    this.#document = document;
  }

  /** The form of that name; undefined for images, and for what cannot be read. */
  named(resources: PDFDict | undefined, name: string): Form | undefined {
    const xObjects = resources && dictAt(resources, keys.XObject);
    const ref = xObjects?.get(nameOf(name));
    const stream = resolved(this.#document.context, ref);
    if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) return undefined;
    return nameAt(stream.dict, keys.Subtype) === 'Form' ? { ref, stream } : undefined;
  }

  /** The streams of a page together; undefined if one cannot be read. */
  pageBytes(page: PDFDict): Buffer | undefined {
    const { context } = this.#document;
    const parts: Buffer[] = [];
    for (const entry of listOf(context, page.get(keys.Contents))) {
      const stream = resolved(context, entry);
      const bytes = stream instanceof PDFRawStream ? this.bytesOf(stream) : undefined;
      if (!bytes) return undefined;
      parts.push(bytes, lineBreak);
    }
    return Buffer.concat(parts);
  }

  /** The content of a stream; undefined if it cannot be read. */
  bytesOf(stream: PDFRawStream): Buffer | undefined {
    const filters = filtersOf(stream.dict);
    const decoded = filters && decodeStream(stream.contents, filters, this.#document.budget.contents);
    if (!decoded || decoded.damaged) return undefined;
    const { buffer, byteOffset, length } = decoded.bytes;
    return Buffer.from(buffer, byteOffset, length);
  }

  /** Whether a form, or a form that it draws, has content of structure elements. */
  hasTags(ref: PDFRef, stream: PDFRawStream, depth = 0): boolean {
    if (depth > maxDepth) return false;
    const known = this.#hasTags.get(ref);
    if (known !== undefined) return known;
    // A form that draws itself.
    this.#hasTags.set(ref, false);
    const hasTags = this.#readTags(stream, depth + 1);
    this.#hasTags.set(ref, hasTags);
    return hasTags;
  }

  #readTags({ dict }: PDFRawStream, depth: number): boolean {
    if (dict.has(keys.StructParents)) return true;
    const resources = dictAt(dict, keys.Resources);
    const xObjects = resources && dictAt(resources, keys.XObject);
    return (xObjects?.keys() ?? []).some((name) => {
      const form = this.named(resources, nameText(name));
      return form !== undefined && this.hasTags(form.ref, form.stream, depth);
    });
  }
}

const lineBreak = Buffer.from('\n');
