import { buttonStates, offState } from '../../assembly/form/button-states.ts';
import { widgetsOf } from '../../assembly/form/field-facts.ts';
import type { FieldNode } from '../../assembly/form/form-fields.ts';
import { dictAt, isTrueAt } from '../../assembly/lookup.ts';
import { dictFrom, dictOf } from '../../assembly/object-builders.ts';
import { keys, values } from '../../keys.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { TextDrawing } from '../overlays/drawable.ts';
import type { DocumentForm, FormField } from './document-form.ts';
import { hasScript } from './field-scripts.ts';
import { WidgetAppearances } from './widget-appearance.ts';

/** Gives the widgets of a form's fields the appearances of their values. */
export class FieldAppearances {
  /** Names of fields whose values are longer than a widget. */
  readonly clipped = new Set<string>();
  readonly #document: BuiltDocument;
  readonly #form: DocumentForm;
  readonly #appearances: WidgetAppearances;
  readonly #replaced = new Set<FormField>();

  constructor(document: BuiltDocument, form: DocumentForm, texts: TextDrawing | undefined) {
    this.#document = document;
    this.#form = form;
    this.#appearances = new WidgetAppearances(document, form.dict, texts);
  }

  get missing(): string {
    return this.#appearances.fonts.missing;
  }

  /**
   * Gives all widgets of a field new appearances. Those of buttons are kept: they have one for each state.
   *
   * @throws InputFault `file-too-large`
   */
  replace(field: FormField): void {
    this.#replaced.add(field);
    if (isButton(field)) this.#completeButtons(field);
    else for (const widget of widgetsOf(field.node)) this.#draw(field, widget);
  }

  /**
   * If viewers are to make the appearances of the form: makes those that are missing, and those of values, which can be of
   * earlier values. Viewers need not, unless a value could not be drawn, or a script formats it: the appearance that it has
   * is then kept.
   *
   * @throws InputFault `file-too-large`
   */
  complete(): void {
    const { dict, fields } = this.#form;
    if (!isTrueAt(dict, keys.NeedAppearances)) return;
    let isComplete = true;
    for (const field of [...fields.values()].flat()) {
      if (this.#replaced.has(field)) continue;
      if (isButton(field)) {
        this.#completeButtons(field);
        continue;
      }
      for (const widget of widgetsOf(field.node)) {
        const isValue = drawnTypes.has(field.type);
        const isKept = hasAppearance(widget) && (!isValue || hasScript(field, keys.F));
        if ((isKept || !this.#draw(field, widget)) && isValue) isComplete = false;
      }
    }
    if (isComplete) dict.delete(keys.NeedAppearances);
  }

  /** @returns whether the widget has an appearance now */
  #draw(field: FormField, widget: FieldNode): boolean {
    const appearance = this.#appearances.widgetAppearance(field.node, widget);
    if (!appearance) return false;
    widget.dict.set(keys.AP, dictOf(this.#document.context, { N: appearance.ref }));
    if (appearance.isClipped) this.clipped.add(field.name);
    return true;
  }

  #completeButtons({ node }: FormField): void {
    const { context } = this.#document;
    for (const { widget, name } of buttonStates(node)) {
      const drawn = hasAppearance(widget) ? undefined : this.#appearances.buttonAppearances(node, widget);
      if (!drawn) continue;
      const normal = dictFrom(context, [
        [name, drawn.on],
        [values[offState], drawn.off],
      ]);
      widget.dict.set(keys.AP, dictOf(context, { N: normal }));
      if (!widget.dict.has(keys.AS)) widget.dict.set(keys.AS, values[offState]);
    }
  }
}

const drawnTypes = new Set(['text', 'combo', 'list']);

const isButton = ({ type }: FormField): boolean => type === 'checkbox' || type === 'radio';

const hasAppearance = ({ dict }: FieldNode): boolean => dictAt(dict, keys.AP)?.has(keys.N) ?? false;
