import { asDict, resolved } from '../../assembly/lookup.ts';
import { type PDFContext, type PDFDict, type PDFObject, PDFRef } from '../../objects.ts';
import { type Matrix, preciseNumerals } from '../overlays/matrix.ts';
import { PageResources } from '../overlays/page-resources.ts';

/** A form to draw on a page. */
export interface Drawing {
  form: PDFRef;
  /** To the default user space of the page. */
  matrix: Matrix;
  /** A graphics state for the form as a whole. */
  state?: PDFRef | undefined;
  /** The layer of the annotation (`/OC`). */
  layer?: PDFObject | undefined;
}

/** How the drawing belongs to the structure of a tagged document; undefined if the document has none. */
export type Tag = { mcid: number } | 'artifact' | undefined;

/** Writes the operators that draw forms, and adds to each page the resources that they name. */
export class Painter {
  readonly #context: PDFContext;
  readonly #resources: PageResources;
  /** Layers that are dictionaries in annotations. Resources refer to objects. */
  readonly #layers = new Map<PDFObject, PDFRef>();

  constructor(context: PDFContext) {
    this.#context = context;
    this.#resources = new PageResources(context);
  }

  draw(page: PDFDict, { form, matrix, state, layer }: Drawing, tag: Tag): string {
    const name = this.#resources.add(page, 'XObject', form);
    const set = state ? `/${this.#resources.add(page, 'ExtGState', state)} gs\n` : '';
    const drawn = `q\n${set}${preciseNumerals(matrix)} cm\n/${name} Do\nQ\n`;
    return tagged(tag, this.#onLayer(page, layer, drawn));
  }

  /** Content that is shown with the layer (PDF 32000-1, 8.11.3.2). */
  #onLayer(page: PDFDict, layer: PDFObject | undefined, content: string): string {
    if (!layer || !asDict(resolved(this.#context, layer))) return content;
    const ref = layer instanceof PDFRef ? layer : (this.#layers.get(layer) ?? this.#context.register(layer));
    this.#layers.set(layer, ref);
    return `/OC /${this.#resources.add(page, 'Properties', ref)} BDC\n${content}EMC\n`;
  }
}

/** Content as an item of the structure, or as an artifact (PDF 32000-1, 14.7.4.2 and 14.8.2.2). */
function tagged(tag: Tag, content: string): string {
  if (tag === undefined) return content;
  const begin = tag === 'artifact' ? '/Artifact BMC' : `/Span <</MCID ${tag.mcid}>> BDC`;
  return `${begin}\n${content}EMC\n`;
}
