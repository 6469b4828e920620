import { dictAt, isString, isTrueAt, textAt, textOf } from '../../assembly/lookup.ts';
import type { Box, QuarterTurn } from '../../assembly/pages/page-view.ts';
import { keys, values } from '../../keys.ts';
import {
  PDFArray,
  type PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import { AppearancesByWidget } from '../form/appearances-by-widget.ts';
import type { TextDrawing } from '../overlays/drawable.ts';
import { composed } from '../overlays/matrix.ts';
import { type Annotation, isReply, isVisible, rectOf, staysUpright } from './annotation.ts';
import { AppearanceForms } from './appearance-forms.ts';
import { hasArea } from './geometry.ts';
import { inheritedEntry } from './inherited-entry.ts';
import { MadeAppearances } from './made/made-appearances.ts';
import { normalAppearance } from './normal-appearance.ts';
import type { Drawing } from './painter.ts';
import { fitting, upright } from './placement.ts';

/** What shows annotations on their pages. */
export class Appearances {
  readonly #forms: AppearanceForms;
  readonly #made: MadeAppearances;
  readonly #widgets: AppearancesByWidget;
  /** Whether the appearances of all widgets may be older than their values. */
  readonly #areStale: boolean;

  /** @param texts draws texts; embed its fonts afterwards. Annotations that need a text stay as they are without it */
  constructor(document: BuiltDocument, texts: TextDrawing | undefined) {
    const { context, catalog } = document;
    this.#forms = new AppearanceForms(context);
    this.#made = new MadeAppearances(context, texts);
    this.#widgets = new AppearancesByWidget(document, texts);
    const form = dictAt(catalog, keys.AcroForm);
    this.#areStale = form !== undefined && isTrueAt(form, keys.NeedAppearances);
  }

  /** The characters of form fields for which no font has a glyph. */
  get missing(): string {
    return this.#widgets.missing;
  }

  /** @returns null if a viewer shows nothing, undefined if what it shows cannot be drawn */
  of(annotation: Annotation, rotation: QuarterTurn): Drawing | null | undefined {
    const { dict, kind } = annotation;
    const rect = rectOf(dict);
    if (!isVisible(dict) || !rect) return null;
    const drawing = kind === 'form' ? this.#widget(annotation, rect) : this.#other(annotation, rect);
    if (!drawing) return drawing;
    const { matrix } = drawing;
    return {
      ...drawing,
      matrix: staysUpright(dict) ? composed(matrix, upright(rect, rotation)) : matrix,
      layer: dict.get(keys.OC),
    };
  }

  /** The same drawing for a page that has lost these resources. */
  keepingResources(drawing: Drawing, resources: PDFObject): Drawing {
    return { ...drawing, form: this.#forms.keepingResources(drawing.form, resources) };
  }

  #other({ dict, subtype }: Annotation, rect: Box): Drawing | null | undefined {
    const stream = normalAppearance(dict);
    if (stream !== undefined) return stream && this.#streamed(stream, rect);
    return isReply(dict) ? null : this.#made.of(dict, subtype, rect);
  }

  #widget({ dict, subtype }: Annotation, rect: Box): Drawing | null | undefined {
    const own = normalAppearance(dict);
    // A button has an appearance for each state.
    const isStale = this.#areStale && inheritedEntry(dict, keys.FT) !== values.Btn;
    const made = isStale || own === undefined ? this.#widgets.of(dict) : undefined;
    const stream = made ?? own;
    if (stream) return this.#streamed(stream, rect);
    if (own === null || !hasArea(rect)) return null;
    return showsText(dict) ? undefined : this.#made.of(dict, subtype, rect);
  }

  #streamed(stream: PDFRef, rect: Box): Drawing | null {
    const form = hasArea(rect) ? this.#forms.of(stream) : null;
    const matrix = form && fitting(form.box, form.matrix, rect);
    return form && matrix ? { form: form.ref, matrix } : null;
  }
}

/** Whether a widget without an appearance shows a text in viewers that make one: its value, or the caption of a button. */
function showsText(widget: PDFDict): boolean {
  const type = inheritedEntry(widget, keys.FT);
  if (type === values.Sig) return false;
  const characteristics = dictAt(widget, keys.MK);
  if (isPushButton(widget)) return characteristics !== undefined && hasText(characteristics, keys.CA);
  const value = inheritedEntry(widget, keys.V);
  if (isString(value)) return textOf(value) !== '';
  if (value instanceof PDFArray) return value.size() > 0;
  return value instanceof PDFRawStream || (value instanceof PDFName && value !== values.Off);
}

const hasText = (dict: PDFDict, key: PDFName): boolean => (textAt(dict, key) ?? '') !== '';

/** The flag of push buttons (PDF 32000-1, table 226). */
const pushButton = 1 << 16;

function isPushButton(widget: PDFDict): boolean {
  const flags = inheritedEntry(widget, keys.Ff);
  return (
    inheritedEntry(widget, keys.FT) === values.Btn &&
    flags instanceof PDFNumber &&
    (flags.asNumber() & pushButton) !== 0
  );
}
