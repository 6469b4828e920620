import { widgetsOf } from '../../assembly/form/field-facts.ts';
import type { FieldNode } from '../../assembly/form/form-fields.ts';
import type { PDFDict, PDFRef } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { TextDrawing } from '../overlays/drawable.ts';
import { documentForm } from './document-form.ts';
import { WidgetAppearances } from './widget-appearance.ts';

interface Widgets {
  appearances: WidgetAppearances;
  /** By its dictionary, a widget and its field. */
  nodes: ReadonlyMap<PDFDict, { field: FieldNode; widget: FieldNode }>;
}

/** Makes the appearances of single widgets for the values of their fields. The form is read for the first one. */
export class AppearancesByWidget {
  readonly #document: BuiltDocument;
  readonly #texts: TextDrawing | undefined;
  #widgets: Widgets | null | undefined;

  /** @param texts draws text that the fonts of the form lack; embed its fonts afterwards */
  constructor(document: BuiltDocument, texts: TextDrawing | undefined) {
    this.#document = document;
    this.#texts = texts;
  }

  /** The characters for which no font has a glyph, besides those of `texts`. */
  get missing(): string {
    return this.#widgets?.appearances.fonts.missing ?? '';
  }

  /**
   * Undefined for widgets that are not in the form, and where {@link WidgetAppearances.widgetAppearance} is.
   *
   * @throws InputFault `file-too-large`
   */
  of(widget: PDFDict): PDFRef | undefined {
    this.#widgets ??= this.#read();
    const found = this.#widgets?.nodes.get(widget);
    return found && this.#widgets?.appearances.widgetAppearance(found.field, found.widget)?.ref;
  }

  #read(): Widgets | null {
    const form = documentForm(this.#document);
    if (!form) return null;
    const nodes = new Map<PDFDict, { field: FieldNode; widget: FieldNode }>();
    for (const { node: field } of [...form.fields.values()].flat()) {
      for (const widget of widgetsOf(field)) nodes.set(widget.dict, { field, widget });
    }
    return { appearances: new WidgetAppearances(this.#document, form.dict, this.#texts), nodes };
  }
}
