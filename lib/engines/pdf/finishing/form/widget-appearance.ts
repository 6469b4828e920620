import { offState } from '../../assembly/form/button-states.ts';
import {
  choicesOf,
  fieldFlags,
  fieldType,
  flagsOf,
  inherited,
  maxLengthOf,
  textIn,
  textsIn,
} from '../../assembly/form/field-facts.ts';
import type { FieldNode } from '../../assembly/form/form-fields.ts';
import { keys } from '../../keys.ts';
import { type PDFDict, PDFNumber, type PDFRef } from '../../objects.ts';
import type { WorkBudget } from '../../work-budget.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { TextDrawing } from '../overlays/drawable.ts';
import { AppearanceStreams } from './appearance-streams.ts';
import { buttonContent } from './button-content.ts';
import { captionContent, showsCaptionOnly } from './caption-content.ts';
import { FieldFonts } from './fonts/field-fonts.ts';
import { listContent, visibleOptions } from './list-content.ts';
import { ShownValues, visibleText } from './shown-text.ts';
import { textContent } from './text-content.ts';
import { textSettings } from './text-settings.ts';
import { type WidgetStyle, widgetStyle } from './widget-style.ts';

/** What the layout of a character costs, in bytes that are read. */
const layoutWork = 100;

/** The longest caption that is shown, in UTF-16 code units. */
const maxCaption = 1000;

/** The quadding of captions. */
const centered = 1;

/** The appearance of a widget. */
export interface Appearance {
  ref: PDFRef;
  /** Whether a part of the value is outside of the widget. */
  isClipped: boolean;
}

/** Makes the appearance streams of widgets. */
export class WidgetAppearances {
  readonly fonts: FieldFonts;
  readonly #budget: WorkBudget;
  readonly #form: PDFDict;
  readonly #streams: AppearanceStreams;
  readonly #values: ShownValues;

  /**
   * @param form the interactive form of the document
   * @param texts draws text that the fonts of the form lack; embed its fonts afterwards
   */
  constructor(document: BuiltDocument, form: PDFDict, texts: TextDrawing | undefined) {
    this.#budget = document.budget;
    this.#form = form;
    this.#streams = new AppearanceStreams(document);
    this.#values = new ShownValues(document.budget);
    this.fonts = new FieldFonts(document.context, texts);
  }

  /**
   * The appearance of a widget with the value and the state that its field has. Undefined for push buttons with an icon, for
   * signatures and fields of unknown types, which have no value to show, and for widgets without an area.
   *
   * @throws InputFault `file-too-large`
   */
  widgetAppearance(field: FieldNode, widget: FieldNode): Appearance | undefined {
    const style = widgetStyle(widget.dict);
    if (!style) return undefined;
    switch (fieldType(field)) {
      case 'text':
      case 'combo':
        return this.#text(field, widget, style);
      case 'list':
        return this.#list(field, widget, style);
      case 'checkbox':
      case 'radio':
        return { ref: this.#button(field, widget, style, isOn(widget)), isClipped: false };
      case 'button':
        return showsCaptionOnly(widget.dict) ? this.#pushButton(widget, style) : undefined;
      case 'signature':
      case 'unknown':
        return undefined;
    }
  }

  /**
   * The appearances of a check box or a radio button when it is selected and when it is not.
   *
   * @throws InputFault `file-too-large`
   */
  buttonAppearances(field: FieldNode, widget: FieldNode): { on: PDFRef; off: PDFRef } | undefined {
    const style = widgetStyle(widget.dict);
    if (!style) return undefined;
    const inState = (isSelected: boolean) => this.#button(field, widget, style, isSelected);
    return { on: inState(true), off: inState(false) };
  }

  #text(field: FieldNode, widget: FieldNode, style: WidgetStyle): Appearance {
    const value = this.#values.of(field);
    this.#budget.read(layoutWork * value.length);
    const flags = fieldType(field) === 'text' ? flagsOf(field) : 0;
    const has = (flag: number): boolean => (flags & flag) !== 0;
    const [isMultiline, isPassword] = [has(fieldFlags.multiline), has(fieldFlags.password)];
    const isDivided = has(fieldFlags.comb) && !isMultiline && !isPassword && !has(fieldFlags.fileSelect);
    const { font: name, resources, ...settings } = textSettings(widget, this.#form);
    const font = this.fonts.fontFor(isPassword ? '*' : value, name, resources);
    const { content, isClipped } = textContent(value, {
      ...settings,
      style,
      font,
      shrinks: has(fieldFlags.doNotScroll),
      isMultiline,
      isPassword,
      cells: isDivided ? maxLengthOf(field) : undefined,
    });
    return { ref: this.#streams.register(content, style, font.resources()), isClipped };
  }

  #list(field: FieldNode, widget: FieldNode, style: WidgetStyle): Appearance {
    const choices = choicesOf(field);
    const values = new Set(textsIn(field, inherited(field, keys.V)));
    const selected: ReadonlySet<number> = new Set(
      choices.flatMap(({ value, label }, index) => (values.has(value) || values.has(label) ? [index] : [])),
    );
    const options = choices.map(({ label }) => visibleText(label).replaceAll(/[\r\n]/g, ' '));
    const text = options.join('');
    this.#budget.read(layoutWork * text.length);
    const { font: name, resources, ...settings } = textSettings(widget, this.#form);
    const font = this.fonts.fontFor(text, name, resources);
    const visible = visibleOptions({ style, font, size: settings.size });
    const [first = Infinity] = selected;
    const top = topOf(field, options.length, visible, first);
    const content = listContent({ ...settings, style, font, options, selected, top, shrinks: false });
    return { ref: this.#streams.register(content, style, font.resources()), isClipped: false };
  }

  #pushButton(widget: FieldNode, style: WidgetStyle): Appearance {
    const caption = visibleText(style.caption)
      .replaceAll(/[\r\n]+/g, ' ')
      .slice(0, maxCaption);
    this.#budget.read(layoutWork * caption.length);
    const { font: name, resources, ...settings } = textSettings(widget, this.#form);
    const font = this.fonts.fontFor(caption, name, resources);
    const content = captionContent(caption, { ...settings, style, font, shrinks: true, quadding: centered });
    return { ref: this.#streams.register(content, style, font.resources()), isClipped: false };
  }

  #button(field: FieldNode, widget: FieldNode, style: WidgetStyle, isSelected: boolean): PDFRef {
    const { colour } = textSettings(widget, this.#form);
    const isRadio = fieldType(field) === 'radio';
    const content = buttonContent({ style, isRadio, colour: colour.operators }, isSelected);
    return this.#streams.register(content, style, {});
  }
}

/** A button without a state is selected if its field has any. */
function isOn(widget: FieldNode): boolean {
  const state = textIn(widget.dict.lookup(keys.AS)) ?? textIn(inherited(widget, keys.V));
  return state !== undefined && state !== offState;
}

/** The first option that is visible: that of the field, unless the first selected one would be hidden. */
function topOf(field: FieldNode, count: number, most: number, selected: number): number {
  const entry = inherited(field, keys.TI);
  const stated = entry instanceof PDFNumber ? Math.trunc(entry.asNumber()) : 0;
  const top = Math.min(Math.max(0, stated), Math.max(0, count - most));
  return selected < count && (selected < top || selected >= top + most) ? selected : top;
}
