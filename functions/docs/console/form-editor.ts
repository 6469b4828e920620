import { element } from './element.ts';
import {
  canBeFilled,
  type DocumentField,
  type FieldValue,
  formFieldRow,
  type FormFieldRow,
  presentValue,
} from './form-field-row.ts';
import { countText } from './measures.ts';
import type { Control } from './option-control.ts';

/** The form of a document. */
export interface PresentForm {
  form: DocumentField[];
  /** Whether some fields are missing or shortened. */
  truncated: boolean;
}

/** Reads the form of the chosen document. Resolves to undefined after it has shown an error. */
export type ReadForm = () => Promise<PresentForm | undefined>;

/** Fills the form of a document. The value has the fields that were changed; it is empty if there are none. */
export class FormEditor implements Control {
  readonly element = element('div', { class: 'list-editor', role: 'group', tabindex: -1 });
  readonly groupHint = 'Fill the form of the PDF. Fields that you do not change keep their values.';
  readonly #list = element('ol', { 'aria-label': 'Form fields' });
  readonly #state = element('p', { class: 'hint', role: 'status' });
  readonly #read = element('button', { type: 'button' }, 'Read the form');
  readonly #reset = element('button', { type: 'button' }, 'Reset the form');
  /** What differs from the document, by the names of the fields. */
  #changes = new Map<string, FieldValue>();
  readonly #hasDocument: boolean;
  #fields: DocumentField[] | undefined;
  #rows: FormFieldRow[] = [];
  #truncated = false;

  /**
   * @param read absent if there is no document to read
   * @param known what was read before
   */
  constructor(read?: ReadForm, known?: PresentForm) {
    this.#hasDocument = read !== undefined;
    if (known) this.#take(known);
    if (read) this.#read.addEventListener('click', () => void this.#readForm(read));
    else this.#read.hidden = true;
    this.#reset.addEventListener('click', () => this.#clear());
    this.#list.addEventListener('input', () => this.#collect());
    this.element.append(
      this.#list,
      this.#state,
      element('div', { class: 'editor-actions' }, this.#read, this.#reset),
    );
    this.#show();
  }

  get value(): string {
    return this.#changes.size === 0 ? '' : JSON.stringify(Object.fromEntries(this.#changes));
  }

  /** @param value an earlier value of this property, or of the text field that other tasks have in its place */
  set value(value: string) {
    this.#changes = new Map(Object.entries(valuesIn(value)));
    this.#show();
  }

  #collect(): void {
    for (const [index, field] of (this.#fields ?? []).entries()) {
      const now = this.#rows[index]?.value ?? null;
      if (JSON.stringify(now) === JSON.stringify(presentValue(field))) this.#changes.delete(field.name);
      else this.#changes.set(field.name, now);
    }
    this.#describe();
  }

  #clear(): void {
    this.#changes.clear();
    this.#show();
    this.element.dispatchEvent(new Event('input'));
    this.#read.focus();
  }

  async #readForm(read: ReadForm): Promise<void> {
    if (this.#read.getAttribute('aria-disabled') === 'true') return;
    this.#read.setAttribute('aria-disabled', 'true');
    this.#state.textContent = 'Reading …';
    const present = await read();
    this.#read.removeAttribute('aria-disabled');
    // The form has been redrawn meanwhile, perhaps for another document.
    if (!this.element.isConnected) return;
    if (present) this.#take(present);
    this.#show();
  }

  #take({ form, truncated }: PresentForm): void {
    this.#fields = form.filter(canBeFilled);
    this.#truncated = truncated;
  }

  #show(): void {
    const fields = this.#fields ?? [];
    this.#rows = fields.map((field, index) => {
      const row = formFieldRow(field, index);
      const changed = this.#changes.get(field.name);
      if (changed !== undefined) row.value = changed;
      return row;
    });
    this.#list.hidden = fields.length === 0;
    this.#list.replaceChildren(...this.#rows.map((row) => row.element));
    this.#describe();
  }

  #describe(): void {
    this.#reset.hidden = this.#changes.size === 0;
    this.#state.textContent = [
      this.#stateText(),
      ...(this.#truncated ? ['The PDF is too large to be read completely: fields can be missing.'] : []),
    ].join(' ');
  }

  #stateText(): string {
    if (this.#fields?.length === 0) return 'The PDF has no form fields to fill.';
    if (this.#changes.size > 0) return `${countText(this.#changes.size, 'field')} changed.`;
    return this.#hasDocument ? 'The result keeps the values of the form.' : 'Add the PDF first.';
  }
}

/** Nothing for a text that is no JSON object. */
function valuesIn(text: string): Record<string, FieldValue> {
  try {
    const values: unknown = JSON.parse(text);
    return typeof values === 'object' && values !== null ? (values as Record<string, FieldValue>) : {};
  } catch {
    return {};
  }
}
