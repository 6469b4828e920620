import type { FlattenScope } from '../../../../api/fields/finishing/flatten-field.ts';
import { InputFault } from '../../../../base/input-fault.ts';
import { arrayAt, refAt, textAt } from '../../assembly/lookup.ts';
import { arrayOf } from '../../assembly/object-builders.ts';
import { type Box, viewOf } from '../../assembly/pages/page-view.ts';
import { keys } from '../../keys.ts';
import { PDFDict, type PDFObject, type PDFRef } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { TextDrawing } from '../overlays/drawable.ts';
import { PageContents } from '../overlays/page-contents.ts';
import { type Annotation, type AnnotationKind, annotationOf } from './annotation.ts';
import { Appearances } from './appearances.ts';
import { keepFiles } from './attachments.ts';
import { removeFields } from './form-fields.ts';
import { mayHaveAnnotations } from './pages-with-annotations.ts';
import { type Drawing, Painter, type Tag } from './painter.ts';
import { StructureMarks } from './structure-marks.ts';

/** Annotations that all pages may list together. Pages can share a long list. */
const maxAnnotations = 500_000;

/** What an annotation takes, in bytes that count as read. */
const annotationBytes = 1024;

/** What flattening results in, beside its changes. */
export interface Flattened {
  /** Annotations with a text that was in a window of its own. */
  comments: number;
  /** The characters of form fields for which no font has a glyph, besides those of `texts`. */
  missing: string;
}

/**
 * Makes annotations and widgets of form fields part of the content of their pages, as a viewer shows them on the screen.
 * Only pages that have annotations are parsed.
 *
 * @param texts draws texts; embed its fonts afterwards. Annotations that need a text stay as they are without it
 * @throws InputFault `file-too-large`
 */
export function flatten(
  document: BuiltDocument,
  scope: FlattenScope,
  texts: TextDrawing | undefined,
): Flattened {
  const flattening = new Flattening(document, scope, texts);
  for (const ref of document.pages) {
    if (mayHaveAnnotations(document, ref)) flattening.flatten(ref, document.context.lookup(ref, PDFDict));
  }
  return flattening.finish();
}

const kindsOf: Readonly<Record<FlattenScope, readonly AnnotationKind[]>> = {
  all: ['form', 'annotation', 'popup'],
  forms: ['form'],
  annotations: ['annotation', 'popup'],
};

interface Page {
  ref: PDFRef;
  dict: PDFDict;
}

/** An annotation and what shows it. */
interface Drawn {
  annotation: Annotation;
  drawing: Drawing;
}

class Flattening {
  readonly #document: BuiltDocument;
  readonly #scope: FlattenScope;
  readonly #appearances: Appearances;
  readonly #painter: Painter;
  readonly #contents: PageContents;
  readonly #marks: StructureMarks | undefined;
  /** What is no annotation of its page any more. */
  readonly #removed = new Map<PDFDict, Annotation>();
  /** Lists of annotations that are objects of their own. */
  readonly #lists = new Set<PDFRef>();
  readonly #keptWidgets = new Set<PDFRef>();
  #left = maxAnnotations;

  constructor(document: BuiltDocument, scope: FlattenScope, texts: TextDrawing | undefined) {
    this.#document = document;
    this.#scope = scope;
    this.#appearances = new Appearances(document, texts);
    this.#painter = new Painter(document.context);
    this.#contents = new PageContents(document);
    this.#marks = StructureMarks.of(document);
  }

  flatten(pageRef: PDFRef, page: PDFDict): void {
    const { context } = this.#document;
    const entries = arrayAt(page, keys.Annots)?.asArray() ?? [];
    this.#count(entries.length);
    const view = viewOf(page);
    const drawn: Drawn[] = [];
    const kept = new Set<PDFObject>();
    const popups: { entry: PDFObject; annotation: Annotation }[] = [];
    const removed: Annotation[] = [];
    for (const entry of entries) {
      const annotation = annotationOf(context, entry);
      if (!annotation || !kindsOf[this.#scope].includes(annotation.kind)) kept.add(entry);
      else if (annotation.kind === 'popup') popups.push({ entry, annotation });
      else {
        const drawing = this.#appearances.of(annotation, view.rotation);
        if (drawing === undefined) kept.add(entry);
        else removed.push(annotation);
        if (drawing === undefined && annotation.kind === 'form') this.#keepWidget(annotation);
        if (drawing) drawn.push({ annotation, drawing });
      }
    }
    for (const { entry, annotation } of popups) {
      const parent = refAt(annotation.dict, keys.Parent);
      if (parent && kept.has(parent)) kept.add(entry);
      else removed.push(annotation);
    }
    if (removed.length === 0) return;
    if (drawn.length > 0) {
      this.#draw({ ref: pageRef, dict: page }, view.box, drawn);
    }
    for (const annotation of removed) this.#remove(annotation);
    this.#setAnnotations(
      page,
      entries.filter((entry) => kept.has(entry)),
    );
  }

  finish(): Flattened {
    const { context } = this.#document;
    const removed = [...this.#removed.values()];
    this.#marks?.write();
    if (this.#scope !== 'annotations') removeFields(this.#document, this.#keptWidgets);
    keepFiles(
      this.#document,
      removed.map(({ dict }) => dict),
    );
    // Damaged documents list a page as an annotation.
    const pages = new Set(this.#document.pages);
    for (const { ref } of removed) if (ref && !pages.has(ref)) context.delete(ref);
    for (const ref of this.#lists) context.delete(ref);
    return { comments: removed.filter(isComment).length, missing: this.#appearances.missing };
  }

  #draw(page: Page, box: Box, drawn: readonly Drawn[]): void {
    const resources = page.dict.get(keys.Resources);
    this.#contents.isolate(page.dict, box);
    const isIsolated = page.dict.get(keys.Resources) !== resources;
    const above = drawn.map(({ annotation, drawing }) => {
      const kept = isIsolated && resources ? this.#appearances.keepingResources(drawing, resources) : drawing;
      return this.#painter.draw(page.dict, kept, this.#tagOf(annotation, page));
    });
    this.#contents.add(page.dict, { beneath: '', above: above.join('') });
  }

  #tagOf(annotation: Annotation, page: Page): Tag {
    if (!this.#marks) return undefined;
    const mcid = this.#marks.replace(annotation, page);
    return mcid === undefined ? 'artifact' : { mcid };
  }

  #remove(annotation: Annotation): void {
    if (this.#removed.has(annotation.dict)) return;
    this.#removed.set(annotation.dict, annotation);
    this.#marks?.remove(annotation);
  }

  #keepWidget({ ref }: Annotation): void {
    if (ref) this.#keptWidgets.add(ref);
  }

  #setAnnotations(page: PDFDict, entries: readonly PDFObject[]): void {
    const list = refAt(page, keys.Annots);
    if (list) this.#lists.add(list);
    if (entries.length > 0) page.set(keys.Annots, arrayOf(this.#document.context, entries));
    else page.delete(keys.Annots);
  }

  #count(annotations: number): void {
    this.#left -= annotations;
    if (this.#left < 0) {
      throw new InputFault('file-too-large', `has more than ${maxAnnotations} annotations on its pages`);
    }
    this.#document.budget.read(annotations * annotationBytes);
  }
}

/** Whether an annotation has a text that is not in its appearance. The text of widgets is for assistive technology. */
const isComment = ({ dict, subtype, kind }: Annotation): boolean =>
  kind === 'annotation' && subtype !== 'FreeText' && (textAt(dict, keys.Contents) ?? '') !== '';
