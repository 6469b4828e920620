import type { Field } from './api-document.ts';
import { element } from './element.ts';

/** What a user enters the value of an option with. Its element fires `input` when the value changes. */
export interface Control {
  readonly element: HTMLElement;
  /** The text of the field; empty for none. */
  value: string;
  /** Why the entered text is no value, as the message of an error. */
  readonly fault?: string | undefined;
  /** If the element is a group of controls: their description, instead of that of the API. */
  readonly groupHint?: string;
  /** The element that a path within the value names, such as `[0].page`. */
  elementAt?: (path: string) => HTMLElement | undefined;
}

/** Fields whose values can be long. */
export const longFields = [
  'headerTemplate',
  'footerTemplate',
  'waitForExpression',
  'extraHttpHeaders',
  'cookies',
  'form',
  'metadata',
  'watermark',
  'stamp',
  'attachmentsMetadata',
  'protect',
];

export function controlOf(field: Field): Control {
  if (field.kind === 'boolean') return checkbox(field);
  if (field.kind === 'choice') return select(field);
  const control = longFields.includes(field.name) ? textArea(field) : input(field);
  return {
    element: control,
    get value() {
      return control.value.trim();
    },
    set value(value) {
      control.value = value;
    },
    // Then the value is empty, as if nothing had been entered.
    get fault() {
      return control.validity.badInput ? 'enter a number' : undefined;
    },
  };
}

function checkbox({ byDefault }: Field): Control {
  const control = element('input', { type: 'checkbox', checked: byDefault === 'true' });
  return {
    element: control,
    get value() {
      return String(control.checked);
    },
    set value(value) {
      control.checked = value === 'true';
    },
  };
}

function select({ choices, byDefault, required }: Field): Control {
  const none = required || byDefault !== '' ? [] : [element('option', { value: '' }, 'not set')];
  const options = choices.map((choice) =>
    element('option', { value: choice, selected: choice === byDefault }, choice),
  );
  const control = element('select', {}, ...none, ...options);
  return {
    element: control,
    get value() {
      return control.value;
    },
    set value(value) {
      // A field of the same name can have other choices in another task.
      if ([...control.options].some((option) => option.value === value)) control.value = value;
    },
  };
}

const placeholderOf = ({ byDefault, example }: Field): string =>
  byDefault || (example && `for example ${example}`);

const textArea = (field: Field): HTMLTextAreaElement =>
  element('textarea', { rows: 2, placeholder: placeholderOf(field), spellcheck: 'false' });

function input(field: Field): HTMLInputElement {
  if (field.kind === 'number') {
    return element('input', {
      type: 'number',
      min: field.minimum,
      max: field.maximum,
      step: 'any',
      placeholder: placeholderOf(field),
      inputmode: 'decimal',
    });
  }
  const secret = field.name === 'password';
  return element('input', {
    type: secret ? 'password' : 'text',
    placeholder: secret ? undefined : placeholderOf(field),
    autocomplete: secret ? 'new-password' : 'off',
    spellcheck: 'false',
  });
}
