import { InputFault } from '../../../../base/input-fault.ts';
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
import { bytesOf, dictAt, numberAt } from '../../assembly/lookup.ts';
import { dictOf, type Entries } from '../../assembly/object-builders.ts';
import { keys } from '../../keys.ts';
import { PDFDict, PDFNumber, type PDFObject, type PDFRef } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import { compressedStream } from '../overlays/compressed-stream.ts';
import type { TextDrawing } from '../overlays/drawable.ts';
import { formEntries, numbers } from '../overlays/form-xobject.ts';
import { buttonContent, type ButtonStyle } from './button-content.ts';
import { type DefaultAppearance, readAppearance } from './default-appearance.ts';
import { FieldFonts } from './fonts/field-fonts.ts';
import { listContent, visibleOptions } from './list-content.ts';
import { textContent } from './text-content.ts';
import { type WidgetStyle, widgetStyle } from './widget-style.ts';

/** An appearance stream (PDF 32000-1, 12.5.5). */
export interface Appearance {
  ref: PDFRef;
  /** Whether a part of the value is outside of the widget. */
  isClipped: boolean;
}

/** Bytes of all appearances of a document. Many widgets can show one long value. */
const maxBytes = 32 * 1024 * 1024;

/** Makes the appearance streams of widgets. Equal ones are one object. */
export class WidgetAppearances {
  readonly fonts: FieldFonts;
  readonly #document: BuiltDocument;
  readonly #form: PDFDict;
  readonly #known = new Map<string, PDFRef>();
  /** What values look like: many widgets can show a long one. */
  readonly #values = new Map<PDFObject, string>();
  #bytes = 0;

  /**
   * @param form the interactive form of the document
   * @param texts draws text that the fonts of the form lack; embed its fonts afterwards
   */
  constructor(document: BuiltDocument, form: PDFDict, texts: TextDrawing | undefined) {
    this.#document = document;
    this.#form = form;
    this.fonts = new FieldFonts(document.context, texts);
  }

  /**
   * The appearance of a widget with the value and the state that its field has. Undefined for push buttons, signatures and
   * fields of unknown types, which have no value to show, and for widgets without an area.
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
        return { ref: this.#button(field, widget, style, this.#isOn(widget)), isClipped: false };
      case 'button':
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
    return (
      style && {
        on: this.#button(field, widget, style, true),
        off: this.#button(field, widget, style, false),
      }
    );
  }

  #text(field: FieldNode, widget: FieldNode, style: WidgetStyle): Appearance {
    const flags = flagsOf(field);
    const isText = fieldType(field) === 'text';
    const value = this.#shownValue(field, isText);
    const has = (flag: number): boolean => isText && (flags & flag) !== 0;
    const [isMultiline, isPassword] = [has(fieldFlags.multiline), has(fieldFlags.password)];
    const isDivided = has(fieldFlags.comb) && !isMultiline && !isPassword && !has(fieldFlags.fileSelect);
    const { size, colour, ...appearance } = this.#defaultAppearance(widget);
    const font = this.fonts.fontFor(isPassword ? '*' : value, appearance.font, this.#resources(widget));
    this.#document.budget.read(value.length);
    const { content, isClipped } = textContent(value, {
      style,
      font,
      size,
      colour,
      quadding: this.#quadding(widget),
      shrinks: has(fieldFlags.doNotScroll),
      isMultiline,
      isPassword,
      cells: isDivided ? maxLengthOf(field) : undefined,
    });
    return { ref: this.#register(content, style, font.resources()), isClipped };
  }

  /** The value of a text field or a combo box as it is shown. */
  #shownValue(field: FieldNode, isText: boolean): string {
    const entry = inherited(field, keys.V);
    const known = entry && this.#values.get(entry);
    if (known !== undefined) return known;
    const value = textIn(entry) ?? '';
    const options = isText ? [] : choicesOf(field);
    this.#document.budget.read(options.length);
    const shown = visible(options.find((option) => option.value === value)?.label ?? value);
    // The options of fields that share a value can differ.
    if (entry && isText) this.#values.set(entry, shown);
    return shown;
  }

  #list(field: FieldNode, widget: FieldNode, style: WidgetStyle): Appearance {
    const options = choicesOf(field);
    const values = new Set(textsIn(field, inherited(field, keys.V)));
    const selected: ReadonlySet<number> = new Set(
      options.flatMap(({ value, label }, index) => (values.has(value) || values.has(label) ? [index] : [])),
    );
    const { size, colour, ...appearance } = this.#defaultAppearance(widget);
    const labels = options.map(({ label }) => visible(label).replaceAll(/[\r\n]/g, ' '));
    const text = labels.join('');
    const font = this.fonts.fontFor(text, appearance.font, this.#resources(widget));
    this.#document.budget.read(text.length);
    const top = topOf(field, options.length, visibleOptions({ style, font, size }), Math.min(...selected));
    const quadding = this.#quadding(widget);
    const content = listContent({
      ...{ style, font, size, colour, quadding, selected, top },
      options: labels,
      shrinks: false,
    });
    return { ref: this.#register(content, style, font.resources()), isClipped: false };
  }

  #button(field: FieldNode, widget: FieldNode, style: WidgetStyle, isOn: boolean): PDFRef {
    const button: ButtonStyle = {
      style,
      isRadio: fieldType(field) === 'radio',
      colour: this.#defaultAppearance(widget).colour.operators,
    };
    return this.#register(buttonContent(button, isOn), style, {});
  }

  /** A widget without a state is selected if the field has the value of one of its states. */
  #isOn(widget: FieldNode): boolean {
    const state = textIn(widget.dict.lookup(keys.AS)) ?? textIn(inherited(widget, keys.V));
    return state !== undefined && state !== offState;
  }

  #defaultAppearance(widget: FieldNode): DefaultAppearance {
    const own = bytesOf(inherited(widget, keys.DA));
    return readAppearance(own ?? bytesOf(this.#form.lookup(keys.DA)) ?? '');
  }

  #resources(widget: FieldNode): PDFDict[] {
    const own = inherited(widget, keys.DR);
    const form = dictAt(this.#form, keys.DR);
    return [own, form].filter((each): each is PDFDict => each instanceof PDFDict);
  }

  #quadding(widget: FieldNode): number {
    const own = inherited(widget, keys.Q);
    return own instanceof PDFNumber ? own.asNumber() : (numberAt(this.#form, keys.Q) ?? 0);
  }

  #register(content: string, style: WidgetStyle, resources: Entries): PDFRef {
    const { context, budget } = this.#document;
    budget.read(content.length);
    const { width, height } = style;
    const dict = dictOf(context, resources);
    const matrix = matrixOf(style);
    const key = `${matrix.join()} ${width} ${height} ${String(dict)}\n${content}`;
    let ref = this.#known.get(key);
    if (ref) return ref;
    this.#count(content.length);
    const entries: Entries = {
      ...formEntries,
      BBox: numbers(context, [0, 0, width, height]),
      Matrix: style.rotation === 0 ? undefined : numbers(context, matrix),
      Resources: dict,
    };
    ref = context.register(compressedStream(context, Buffer.from(content, 'latin1'), entries));
    this.#known.set(key, ref);
    return ref;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= maxBytes) return;
    throw new InputFault('file-too-large', 'has form fields whose values take more than 32 MiB on its pages');
  }
}

/** Text without controls besides line breaks, in the form that fonts have characters for. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n\r]/gu, '')
    .normalize('NFC');

/** The first option that is visible: that of the field, unless the first selected one would be hidden. */
function topOf(field: FieldNode, count: number, most: number, selected: number): number {
  const entry = inherited(field, keys.TI);
  const stated = entry instanceof PDFNumber ? Math.trunc(entry.asNumber()) : 0;
  const top = Math.min(Math.max(0, stated), Math.max(0, count - most));
  return selected < count && (selected < top || selected >= top + most) ? selected : top;
}

/** From the space of an appearance, whose text is horizontal, to that of the page. */
function matrixOf({ rotation, width, height }: WidgetStyle): readonly number[] {
  switch (rotation) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, 1, -1, 0, height, 0];
    case 180:
      return [-1, 0, 0, -1, width, height];
    case 270:
      return [0, -1, 1, 0, 0, width];
  }
}
