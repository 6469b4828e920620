import type { Inspection } from '#lib/api/responses/inspection.ts';
import { element } from './element.ts';

/** A form field of the chosen document. */
export type DocumentField = Inspection['form'][number];

/** A value as a request has it. */
export type FieldValue = string | boolean | string[] | null;

/** A row that shows a form field and takes its value. */
export interface FormFieldRow {
  readonly element: HTMLElement;
  /** The entered value, or that of the document. */
  value: FieldValue;
}

/** Whether a field has a value that can be entered. */
export const canBeFilled = ({ type }: DocumentField): boolean =>
  !['button', 'signature', 'unknown'].includes(type);

/** The value of a field in the document, as a request would have it. */
export function presentValue({ type, value, options }: DocumentField): FieldValue {
  if (type === 'checkbox' && options.length <= 1) return value !== null && value !== 'Off';
  return type === 'checkbox' || type === 'radio' ? (value === 'Off' ? null : value) : value;
}

/** @param index of the field, for the ids of its elements */
export function formFieldRow(field: DocumentField, index: number): FormFieldRow {
  const id = `form-field-${index}`;
  const { control, value } = controlFor(field, id);
  const label = element('label', { for: id }, field.name === '' ? '(no name)' : field.name);
  const row = element('li', { class: 'form-field' }, label, control);
  if (field.type === 'combo' && field.editable) row.append(suggestions(field, `${id}-options`));
  value.write(presentValue(field));
  return {
    element: row,
    get value() {
      return value.read();
    },
    set value(now) {
      value.write(now);
    },
  };
}

interface Access {
  read: () => FieldValue;
  write: (value: FieldValue) => void;
}

type FieldControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlFor(field: DocumentField, id: string): { control: FieldControl; value: Access } {
  const { type, options, editable } = field;
  if (type === 'checkbox' && options.length <= 1) {
    const control = element('input', { type: 'checkbox', id });
    const write = (value: FieldValue) => (control.checked = value === true);
    return { control, value: { read: () => control.checked, write } };
  }
  if (type === 'text' || editable) {
    const control = textControl(field, id);
    const read = () => (control.value === '' ? null : control.value);
    const write = (value: FieldValue) => (control.value = typeof value === 'string' ? value : '');
    return { control, value: { read, write } };
  }
  const control = choiceControl(field, id);
  const selected = () => [...control.selectedOptions].map((option) => option.value);
  const read = (): FieldValue => {
    const values = selected().filter((value) => value !== '' || options.includes(''));
    return values.length > 1 ? values : (values[0] ?? null);
  };
  const write = (value: FieldValue): void => {
    const values = Array.isArray(value) ? value : [value ?? ''];
    for (const option of control.options) option.selected = values.includes(option.value);
  };
  return { control, value: { read, write } };
}

function textControl(field: DocumentField, id: string): HTMLInputElement | HTMLTextAreaElement {
  const attributes = {
    id,
    maxlength: field.maxLength ?? undefined,
    autocomplete: 'off',
    spellcheck: 'false',
  };
  if (field.multiline) return element('textarea', { ...attributes, rows: 3 });
  const list = field.editable ? `${id}-options` : undefined;
  return element('input', { ...attributes, type: 'text', list });
}

function choiceControl({ options, labels, multiSelect }: DocumentField, id: string): HTMLSelectElement {
  const none = multiSelect || options.includes('') ? [] : [element('option', { value: '' }, 'not set')];
  const all = options.map((value, index) => element('option', { value }, labels[index] ?? value));
  return element('select', { id, multiple: multiSelect }, ...none, ...all);
}

const suggestions = ({ options }: DocumentField, id: string): HTMLElement =>
  element('datalist', { id }, ...options.map((value) => element('option', { value })));
