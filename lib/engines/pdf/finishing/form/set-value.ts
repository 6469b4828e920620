import { offState } from '../../assembly/form/button-states.ts';
import { inherited, widgetsOf } from '../../assembly/form/field-facts.ts';
import { arrayOf } from '../../assembly/object-builders.ts';
import { keys, values } from '../../keys.ts';
import { PDFHexString, type PDFName, PDFNumber, type PDFObject } from '../../objects.ts';
import type { FormField } from './document-form.ts';
import type { NewValue } from './new-value.ts';

/** Writes the value of a field and the states of its widgets. Their appearances are another matter. */
export function setValue(field: FormField, value: NewValue): void {
  const { node } = field;
  // Widgets have no values of their own, but some producers write them.
  for (const { dict } of widgetsOf(node)) {
    if (dict !== node.dict) dict.delete(keys.V);
  }
  switch (value.kind) {
    case 'text':
      node.dict.delete(keys.RV);
      setOwn(
        field,
        keys.V,
        value.text === undefined ? undefined : PDFHexString.fromText(value.text),
        empty(),
      );
      break;
    case 'choice':
      setChoice(field, value);
      break;
    case 'button':
      setButton(field, value);
  }
}

const empty = (): PDFObject => PDFHexString.fromText('');

/** @param fallback written in place of no value if the field would inherit one */
function setOwn({ node }: FormField, key: PDFName, value: PDFObject | undefined, fallback: PDFObject): void {
  node.dict.delete(key);
  const now = value ?? (inherited(node, key) === undefined ? undefined : fallback);
  if (now) node.dict.set(key, now);
}

function setChoice(
  field: FormField,
  { values: texts, indices }: Extract<NewValue, { kind: 'choice' }>,
): void {
  const { context } = field.node.dict;
  const strings = texts.map((text) => PDFHexString.fromText(text));
  const value = strings.length > 1 ? arrayOf(context, strings) : strings[0];
  setOwn(field, keys.V, value, empty());
  // Only list boxes have selected indices (PDF 32000-1, table 231).
  const selected = field.type === 'list' ? indices.map((index) => PDFNumber.of(index)) : [];
  setOwn(field, keys.I, selected.length > 0 ? arrayOf(context, selected) : undefined, arrayOf(context, []));
}

function setButton(field: FormField, { on }: Extract<NewValue, { kind: 'button' }>): void {
  const states = new Map(on.map(({ widget, name }) => [widget, name]));
  field.node.dict.set(keys.V, on[0]?.name ?? values[offState]);
  for (const widget of widgetsOf(field.node)) {
    widget.dict.set(keys.AS, states.get(widget) ?? values[offState]);
  }
}
