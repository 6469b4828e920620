import { dictAt, nameAt, resolved } from '../../assembly/lookup.ts';
import { dictFrom, dictOf } from '../../assembly/object-builders.ts';
import { type Box, viewOf } from '../../assembly/pages/page-view.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { annotationOf, rectOf } from '../../finishing/flatten/annotation.ts';
import { Appearances } from '../../finishing/flatten/appearances.ts';
import { boxAt, hasArea } from '../../finishing/flatten/geometry.ts';
import { inheritedEntry } from '../../finishing/flatten/inherited-entry.ts';
import { normalAppearance } from '../../finishing/flatten/normal-appearance.ts';
import type { Drawing } from '../../finishing/flatten/painter.ts';
import { compressedStream } from '../../finishing/overlays/compressed-stream.ts';
import type { TextDrawing } from '../../finishing/overlays/drawable.ts';
import { formEntries, numbers } from '../../finishing/overlays/form-xobject.ts';
import { preciseNumerals } from '../../finishing/overlays/matrix.ts';
import { keys, values } from '../../keys.ts';
import { PDFDict, type PDFObject, PDFRawStream, type PDFRef } from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';

/**
 * Gives annotations the one appearance that PDF/A requires (ISO 19005-1, 6.5.3; ISO 19005-2 and -3, 6.3.3): the normal one, of
 * buttons one for each state. An annotation without an appearance gets the one that viewers show.
 */
export class AnnotationAppearances {
  readonly #document: BuiltDocument;
  readonly #appearances: Appearances;

  /** @param texts draws texts; embed its fonts afterwards */
  constructor(document: BuiltDocument, texts: TextDrawing | undefined) {
    this.#document = document;
    this.#appearances = new Appearances(document, texts);
  }

  /** The characters of form fields for which no font has a glyph. */
  get missing(): string {
    return this.#appearances.missing;
  }

  /** @returns whether the annotation has an appearance now */
  complete(annotation: PDFDict, page: PDFDict): boolean {
    const subtype = nameAt(annotation, keys.Subtype) ?? '';
    if (!annotation.has(keys.AP) && drawless.has(subtype)) return false;
    const normal = isButton(annotation) ? this.#states(annotation, page) : this.#stream(annotation, page);
    if (normal) annotation.set(keys.AP, dictOf(this.#document.context, { N: normal }));
    else annotation.delete(keys.AP);
    return normal !== undefined;
  }

  /** Gives a widget an appearance that shows nothing. */
  empty(widget: PDFDict): void {
    const { context } = this.#document;
    const form = this.#form(null, [0, 0, 1, 1]);
    if (isButton(widget)) widget.set(keys.AS, values.Off);
    else widget.delete(keys.AS);
    const normal = isButton(widget) ? dictOf(context, { Off: form }) : form;
    widget.set(keys.AP, dictOf(context, { N: normal }));
  }

  #stream(annotation: PDFDict, page: PDFDict): PDFObject | undefined {
    const own = normalAppearance(annotation);
    // Names the state of an appearance that has several.
    annotation.delete(keys.AS);
    return own ?? this.#drawn(annotation, page, own === null);
  }

  #states(button: PDFDict, page: PDFDict): PDFObject | undefined {
    const { context } = this.#document;
    const entry = dictAt(button, keys.AP)?.get(keys.N);
    const normal = resolved(context, entry);
    if (normal instanceof PDFDict && normal.keys().length > 0) return entry;
    const only = normal instanceof PDFRawStream ? entry : this.#drawn(button, page, false);
    if (!only) return undefined;
    const state = nameAt(button, keys.AS) ?? 'Off';
    button.set(keys.AS, nameOf(state));
    return dictFrom(context, [[nameOf(state), only]]);
  }

  /** @param isEmpty whether its state shows nothing */
  #drawn(annotation: PDFDict, page: PDFDict, isEmpty: boolean): PDFRef | undefined {
    const { context } = this.#document;
    const rect = rectOf(annotation);
    const described = annotationOf(context, annotation);
    if (!rect || !described || !(hasArea(rect) || isMade(described.subtype))) return undefined;
    const drawing = isEmpty ? null : this.#appearances.of(described, viewOf(page).rotation);
    if (drawing === undefined || (drawing === null && !emptyTypes.has(described.subtype))) return undefined;
    const covers = drawing !== null && isMade(described.subtype);
    return this.#form(drawing, covers ? this.#coverInk(annotation, drawing) : rect);
  }

  /** Viewers show what an annotation draws also where it leaves its rectangle. An appearance ends there. */
  #coverInk(annotation: PDFDict, { form }: Drawing): Box {
    const { context } = this.#document;
    const stream = resolved(context, form);
    const rect = rectOf(annotation) ?? noBox;
    const ink = (stream instanceof PDFRawStream ? boxAt(stream.dict, keys.BBox) : undefined) ?? rect;
    const isInside = ink[0] >= rect[0] && ink[1] >= rect[1] && ink[2] <= rect[2] && ink[3] <= rect[3];
    if (isInside) return rect;
    annotation.set(keys.Rect, numbers(context, ink));
    return ink;
  }

  /** A form in the space of the page, whose box is the rectangle, so that it is not moved. */
  #form(drawing: Drawing | null, rect: Box): PDFRef {
    const { context } = this.#document;
    const resources = dictOf(context, {
      XObject: drawing ? dictFrom(context, [[shown, drawing.form]]) : undefined,
      ExtGState: drawing?.state ? dictFrom(context, [[state, drawing.state]]) : undefined,
    });
    const set = drawing?.state ? '/State gs\n' : '';
    const content = drawing ? `q\n${set}${preciseNumerals(drawing.matrix)} cm\n/Shown Do\nQ\n` : '';
    const form = compressedStream(context, Buffer.from(content, 'latin1'), {
      ...formEntries,
      BBox: numbers(context, rect),
      Resources: resources,
      Group: drawing?.state ? dictOf(context, { Type: values.Group, S: values.Transparency }) : undefined,
    });
    return context.register(form);
  }
}

const [shown, state] = [nameOf('Shown'), nameOf('State')];

const noBox: Box = [0, 0, 0, 0];

/** Types whose rectangle follows from what they draw, and not the other way round. */
const isMade = (subtype: string): boolean =>
  !['Widget', 'FreeText', 'Text', 'FileAttachment'].includes(subtype);

/** Types that viewers do not draw (ISO 19005-2, 6.3.3). */
const drawless: ReadonlySet<string> = new Set(['Popup', 'Link']);

/** Types that need an appearance although they can show nothing. Others that show nothing are left as they are. */
const emptyTypes: ReadonlySet<string> = new Set([
  ...[
    'Widget',
    'Text',
    'FreeText',
    'Line',
    'Square',
    'Circle',
    'Polygon',
    'PolyLine',
    'Highlight',
    'Underline',
  ],
  ...['Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'FileAttachment', 'Redact', 'Watermark'],
]);

const isButton = (annotation: PDFDict): boolean =>
  nameAt(annotation, keys.Subtype) === 'Widget' && inheritedEntry(annotation, keys.FT) === values.Btn;
