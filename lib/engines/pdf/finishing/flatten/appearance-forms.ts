import { withEntries } from '../../assembly/object-builders.ts';
import type { Box } from '../../assembly/pages/page-view.ts';
import { keys, values } from '../../keys.ts';
import { type PDFContext, type PDFName, type PDFObject, PDFRawStream, type PDFRef } from '../../objects.ts';
import type { Matrix } from '../overlays/matrix.ts';
import { boxAt, hasArea, matrixAt } from './geometry.ts';

/** An appearance that content can draw as a form XObject. */
export interface AppearanceForm {
  ref: PDFRef;
  box: Box;
  matrix: Matrix;
}

/** Appearance streams as form XObjects (PDF 32000-1, 8.10). They are such already, if they are not damaged. */
export class AppearanceForms {
  readonly #context: PDFContext;
  readonly #known = new Map<PDFRef, AppearanceForm | null>();
  /** Forms with the resources of a page. */
  readonly #withResources = new Map<PDFRef, Map<PDFObject, PDFRef>>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** @returns null for a stream that shows nothing, because its box is absent or empty */
  of(ref: PDFRef): AppearanceForm | null {
    let form = this.#known.get(ref);
    if (form === undefined) this.#known.set(ref, (form = this.#read(ref)));
    return form;
  }

  /** The form for a page that has lost its resources: a form without its own uses those of the page. */
  keepingResources(ref: PDFRef, resources: PDFObject): PDFRef {
    const stream = this.#context.lookup(ref);
    if (!(stream instanceof PDFRawStream) || stream.dict.has(keys.Resources)) return ref;
    const copies = this.#withResources.get(ref) ?? new Map<PDFObject, PDFRef>();
    this.#withResources.set(ref, copies);
    let copy = copies.get(resources);
    if (!copy) copies.set(resources, (copy = this.#copy(stream, [[keys.Resources, resources]])));
    return copy;
  }

  #read(ref: PDFRef): AppearanceForm | null {
    const stream = this.#context.lookup(ref);
    const box = stream instanceof PDFRawStream ? boxAt(stream.dict, keys.BBox) : undefined;
    if (!(stream instanceof PDFRawStream) || !box || !hasArea(box)) return null;
    const { dict } = stream;
    const isForm = dict.get(keys.Subtype) === values.Form && !structureKeys.some((key) => dict.has(key));
    const matrix = matrixAt(dict, keys.Matrix);
    if (isForm) return { ref, box, matrix };
    const changes = [
      [keys.Type, values.XObject],
      [keys.Subtype, values.Form],
      ...structureKeys.map((key) => [key, undefined] as const),
    ] as const;
    return { ref: this.#copy(stream, changes), box, matrix };
  }

  #copy(stream: PDFRawStream, changes: Iterable<readonly [PDFName, PDFObject | undefined]>): PDFRef {
    return this.#context.register(PDFRawStream.of(withEntries(stream.dict, changes), stream.contents));
  }
}

/** The content is one item of the structure, if it is any. */
const structureKeys = [keys.StructParent, keys.StructParents];
