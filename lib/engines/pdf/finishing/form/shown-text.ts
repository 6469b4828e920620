import { choicesOf, fieldType, inherited, textIn } from '../../assembly/form/field-facts.ts';
import type { FieldNode } from '../../assembly/form/form-fields.ts';
import { keys } from '../../keys.ts';
import type { PDFObject } from '../../objects.ts';
import type { WorkBudget } from '../../work-budget.ts';

/** Text without controls besides line breaks, in the form that fonts have characters for. */
export const visibleText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n\r]/gu, '')
    .normalize('NFC');

/** The values of text fields and combo boxes as they are shown. */
export class ShownValues {
  readonly #budget: WorkBudget;
  /** Of text fields: many widgets can show a long value. The options of combo boxes that share one can differ. */
  readonly #texts = new Map<PDFObject, string>();

  constructor(budget: WorkBudget) {
    this.#budget = budget;
  }

  of(field: FieldNode): string {
    const entry = inherited(field, keys.V);
    if (!entry) return '';
    const known = this.#texts.get(entry);
    const isText = fieldType(field) === 'text';
    if (isText && known !== undefined) return known;
    const value = textIn(entry) ?? '';
    const options = isText ? [] : choicesOf(field);
    this.#budget.read(options.length);
    const shown = visibleText(options.find((option) => option.value === value)?.label ?? value);
    if (isText) this.#texts.set(entry, shown);
    return shown;
  }
}
