import type { FieldError } from '#lib/base/app-error.ts';
import type { Field } from './api-document.ts';
import { element, prose } from './element.ts';

const labels: Readonly<Record<string, string>> = {
  pdfa: 'PDF/A',
  javascript: 'JavaScript',
  url: 'Address',
  webhookUrl: 'Webhook URL',
  preferCssPageSize: 'Prefer CSS page size',
  failOnHttpError: 'Fail on HTTP errors',
  extraHttpHeaders: 'Extra HTTP headers',
};

/** The label of a field: `Paper width` for `paperWidth`. */
const labelOf = (name: string): string =>
  labels[name] ??
  name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (first) => first.toUpperCase());

/** Fields whose values can be long. */
const longFields = [
  'headerTemplate',
  'footerTemplate',
  'waitForExpression',
  'extraHttpHeaders',
  'cookies',
  'metadata',
  'watermark',
  'stamp',
  'bookmarks',
  'attachmentsMetadata',
  'protect',
];

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Row {
  field: Field;
  control: Control;
  error: HTMLElement;
}

/** The options of a conversion: a few are visible, the others are collapsed. Entered values survive a change of fields. */
export class OptionsForm {
  readonly #container: HTMLElement;
  readonly #onChange: (name: string) => void;
  readonly #typed = new Map<string, string>();
  #rows = new Map<string, Row>();
  #unfolded = false;

  constructor(container: HTMLElement, onChange: (name: string) => void) {
    this.#container = container;
    this.#onChange = onChange;
  }

  show(fields: readonly Field[], important: readonly string[]): void {
    this.#rows = new Map();
    const first = important.flatMap((name) => fields.filter((field) => field.name === name));
    const others = fields.filter((field) => !first.includes(field));
    this.#container.replaceChildren(
      element('div', { class: 'fields' }, ...first.map((field) => this.#row(field))),
    );
    if (others.length === 0) return;
    const more = element(
      'details',
      { class: 'more', open: this.#unfolded },
      element('summary', {}, `More options (${others.length})`),
      element('div', { class: 'fields' }, ...others.map((field) => this.#row(field))),
    );
    more.addEventListener('toggle', () => (this.#unfolded = more.open));
    this.#container.append(more);
  }

  /** The entered value of a field, visible or not. */
  typed(name: string): string | undefined {
    return this.#typed.get(name);
  }

  /** The values that are set and differ from the defaults. */
  values(): Record<string, string> {
    return Object.fromEntries(
      [...this.#rows.values()]
        .map(({ field, control }): [Field, string] => [field, valueOf(control)])
        .filter(([field, value]) => value !== '' && (field.required || value !== field.byDefault))
        .map(([field, value]) => [field.name, value]),
    );
  }

  /** Shows errors at their fields, focuses the first, and returns those without a field here. */
  showErrors(errors: readonly FieldError[]): FieldError[] {
    const elsewhere: FieldError[] = [];
    let first: Control | undefined;
    for (const { field, message } of errors) {
      const row = this.#rows.get(field.replace(/[[.][^]*$/, ''));
      if (!row) {
        elsewhere.push({ field, message });
        continue;
      }
      row.error.textContent = `${message.replace(/^./, (letter) => letter.toUpperCase())}.`.replace(
        /\.\.$/,
        '.',
      );
      row.control.setAttribute('aria-invalid', 'true');
      const folded = row.control.closest('details');
      if (folded) folded.open = true;
      first ??= row.control;
    }
    first?.focus();
    return elsewhere;
  }

  clearErrors(): void {
    for (const { control, error } of this.#rows.values()) {
      control.removeAttribute('aria-invalid');
      error.textContent = '';
    }
  }

  #row(field: Field): HTMLElement {
    const id = `option-${field.name}`;
    const control = controlOf(field);
    control.id = id;
    control.setAttribute('name', field.name);
    control.setAttribute('aria-describedby', `${id}-error ${id}-hint`);
    if (field.required) control.setAttribute('aria-required', 'true');
    const typed = this.#typed.get(field.name);
    if (typed !== undefined) setValue(control, typed);
    const error = element('p', { class: 'field-error', id: `${id}-error` });
    this.#rows.set(field.name, { field, control, error });
    control.addEventListener('input', () => {
      this.#typed.set(field.name, valueOf(control));
      control.removeAttribute('aria-invalid');
      error.textContent = '';
      this.#onChange(field.name);
    });
    const label = element('label', { for: id }, labelOf(field.name));
    const hint = element('p', { class: 'hint', id: `${id}-hint` }, ...prose(field.description));
    const long = longFields.includes(field.name) ? ' long' : '';
    return field.kind === 'boolean'
      ? element('div', { class: 'field check' }, control, element('div', {}, label, hint, error))
      : element('div', { class: `field${long}` }, label, control, error, hint);
  }
}

function controlOf({ name, kind, choices, byDefault, example, required, minimum, maximum }: Field): Control {
  if (kind === 'boolean') return element('input', { type: 'checkbox', checked: byDefault === 'true' });
  if (kind === 'choice') {
    const none = required || byDefault !== '' ? [] : [element('option', { value: '' }, 'not set')];
    return element(
      'select',
      {},
      ...none,
      ...choices.map((choice) =>
        element('option', { value: choice, selected: choice === byDefault }, choice),
      ),
    );
  }
  const placeholder = byDefault || (example && `for example ${example}`);
  if (longFields.includes(name)) return element('textarea', { rows: 2, placeholder, spellcheck: 'false' });
  if (kind === 'number') {
    return element('input', {
      type: 'number',
      min: minimum,
      max: maximum,
      step: 'any',
      placeholder,
      inputmode: 'decimal',
    });
  }
  const secret = name === 'password';
  return element('input', {
    type: secret ? 'password' : 'text',
    placeholder: secret ? undefined : placeholder,
    autocomplete: secret ? 'new-password' : 'off',
    spellcheck: 'false',
  });
}

const isCheckbox = (control: Control): control is HTMLInputElement =>
  control.getAttribute('type') === 'checkbox';

const valueOf = (control: Control): string =>
  isCheckbox(control) ? String(control.checked) : control.value.trim();

function setValue(control: Control, value: string): void {
  if (isCheckbox(control)) control.checked = value === 'true';
  // A field of the same name can have other choices in another task.
  else if (!(control instanceof HTMLSelectElement) || hasChoice(control, value)) control.value = value;
}

const hasChoice = ({ options }: HTMLSelectElement, value: string): boolean =>
  [...options].some((option) => option.value === value);
