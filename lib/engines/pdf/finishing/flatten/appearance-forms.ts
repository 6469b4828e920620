import { withEntries } from '../../assembly/object-builders.ts';
import type { Box } from '../../assembly/pages/page-view.ts';
import { keys, values } from '../../keys.ts';
import { type PDFContext, type PDFDict, type PDFObject, PDFRawStream, type PDFRef } from '../../objects.ts';
import type { Matrix } from '../overlays/matrix.ts';
import { boxAt, hasArea, matrixAt } from './geometry.ts';

/** An appearance that content can draw as a form XObject. */
export interface AppearanceForm {
  ref: PDFRef;
  box: Box;
  matrix: Matrix;
}

/**
 * Appearance streams as form XObjects (PDF 32000-1, 8.10). They are such already, if they are not damaged. A stream
 * without resources uses those of the page, of which it gets its own entry, because the content of the page can become a
 * form with other resources.
 */
export class AppearanceForms {
  readonly #context: PDFContext;
  /** The streams by themselves, and with the resources of a page. */
  readonly #known = new Map<PDFRef, Map<PDFObject | undefined, AppearanceForm | null>>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** @returns null for a stream that shows nothing, because its box is absent or empty */
  of(ref: PDFRef, page: PDFDict): AppearanceForm | null {
    const stream = this.#context.lookup(ref);
    if (!(stream instanceof PDFRawStream)) return null;
    const resources = stream.dict.get(keys.Resources) ? undefined : page.get(keys.Resources);
    const variants = this.#known.get(ref) ?? new Map<PDFObject | undefined, AppearanceForm | null>();
    this.#known.set(ref, variants);
    let form = variants.get(resources);
    if (form === undefined) variants.set(resources, (form = this.#make(ref, stream, resources)));
    return form;
  }

  #make(ref: PDFRef, stream: PDFRawStream, resources: PDFObject | undefined): AppearanceForm | null {
    const { dict } = stream;
    const box = boxAt(dict, keys.BBox);
    if (!box || !hasArea(box)) return null;
    const matrix = matrixAt(dict, keys.Matrix);
    const isForm = dict.get(keys.Subtype) === values.Form && !hasStructure.some((key) => dict.has(key));
    if (isForm && !resources) return { ref, box, matrix };
    const form = withEntries(dict, [
      [keys.Type, values.XObject],
      [keys.Subtype, values.Form],
      [keys.Resources, resources ?? dict.get(keys.Resources)],
      ...hasStructure.map((key) => [key, undefined] as const),
    ]);
    const copy = this.#context.register(PDFRawStream.of(form, stream.contents));
    return { ref: copy, box, matrix };
  }
}

/** The content is one item of the structure, if it is any. */
const hasStructure = [keys.StructParent, keys.StructParents];
