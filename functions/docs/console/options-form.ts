import type { FieldError } from '#lib/base/app-error.ts';
import type { Field } from './api-document.ts';
import { element, prose } from './element.ts';
import { withSentence } from './field-errors.ts';
import { labelOf } from './labels.ts';
import { type Control, controlOf, longFields } from './option-control.ts';
import type { ShownErrors } from './shown-errors.ts';

interface Row {
  field: Field;
  control: Control;
  error: HTMLElement;
}

interface Options {
  container: HTMLElement;
  /** Controls of fields that need more than a text, by the name of the field. Undefined where a text is enough. */
  controls: Readonly<Partial<Record<string, () => Control | undefined>>>;
  onChange: (name: string) => void;
}

/** The options of a conversion: a few are visible, the others are collapsed. Entered values survive a change of fields. */
export class OptionsForm {
  readonly #container: HTMLElement;
  readonly #controls: Options['controls'];
  readonly #onChange: Options['onChange'];
  readonly #typed = new Map<string, string>();
  #rows = new Map<string, Row>();
  #unfolded = false;

  constructor({ container, controls, onChange }: Options) {
    this.#container = container;
    this.#controls = controls;
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
        .map(({ field, control }): [Field, string] => [field, control.value])
        .filter(([field, value]) => value !== '' && (field.required || value !== field.byDefault))
        .map(([field, value]) => [field.name, value]),
    );
  }

  /** The values that were entered but cannot be sent. */
  get faults(): FieldError[] {
    return [...this.#rows.values()].flatMap(({ field, control }) =>
      control.fault === undefined ? [] : [{ field: field.name, message: control.fault }],
    );
  }

  showErrors(errors: readonly FieldError[]): ShownErrors {
    const rest: FieldError[] = [];
    let first: HTMLElement | undefined;
    for (const { field, message } of errors) {
      const [name = ''] = /^[^[.]*/.exec(field) ?? [];
      const row = this.#rows.get(name);
      if (!row) {
        rest.push({ field, message });
        continue;
      }
      row.error.textContent = withSentence(row.error.textContent, message);
      const { control } = row;
      const atFault = control.elementAt?.(field.slice(name.length)) ?? control.element;
      atFault.setAttribute('aria-invalid', 'true');
      const folded = control.element.closest('details');
      if (folded) folded.open = true;
      first ??= atFault;
    }
    return { rest, first };
  }

  clearErrors(): void {
    for (const row of this.#rows.values()) clearError(row);
  }

  #row(field: Field): HTMLElement {
    const { name, kind } = field;
    const id = `option-${name}`;
    const control = this.#controls[name]?.() ?? controlOf(field);
    const input = control.element;
    const isGroup = control.groupHint !== undefined;
    input.id = id;
    if (!isGroup) input.setAttribute('name', name);
    input.setAttribute('aria-describedby', `${id}-error ${id}-hint`);
    if (field.required) input.setAttribute('aria-required', 'true');
    const typed = this.#typed.get(name);
    if (typed !== undefined) control.value = typed;
    const error = element('p', { class: 'field-error', id: `${id}-error` });
    const row = { field, control, error };
    this.#rows.set(name, row);
    input.addEventListener('input', () => {
      this.#typed.set(name, control.value);
      clearError(row);
      this.#onChange(name);
    });
    const hint = element(
      'p',
      { class: 'hint', id: `${id}-hint` },
      ...prose(control.groupHint ?? field.description),
    );
    const label = labelFor(control, name);
    const long = isGroup || longFields.includes(name) ? ' long' : '';
    return kind === 'boolean'
      ? element('div', { class: 'field check' }, input, element('div', {}, label, hint, error))
      : element('div', { class: `field${long}` }, label, input, error, hint);
  }
}

/** A `label` names one control; a group refers to the element that names it. */
function labelFor({ element: input, groupHint }: Control, name: string): HTMLElement {
  if (groupHint === undefined) return element('label', { for: input.id }, labelOf(name));
  const id = `${input.id}-label`;
  input.setAttribute('aria-labelledby', id);
  return element('span', { class: 'label', id }, labelOf(name));
}

function clearError({ control, error }: Row): void {
  const { element: input } = control;
  for (const each of [input, ...input.querySelectorAll('[aria-invalid]')])
    each.removeAttribute('aria-invalid');
  error.textContent = '';
}
