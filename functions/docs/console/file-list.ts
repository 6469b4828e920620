import type { FieldError } from '#lib/base/app-error.ts';
import type { ChosenFile, FileChoice, RemoteFile } from './chosen-file.ts';
import { element } from './element.ts';
import { withSentence } from './field-errors.ts';
import { type FileFieldName, requestFields } from './file-fields.ts';
import { iconButton } from './icon-button.ts';
import { sizeText } from './measures.ts';
import type { ShownErrors } from './shown-errors.ts';

interface Options {
  list: HTMLElement;
  /** Announces a change of the list to screen readers. */
  announce: (text: string) => void;
  /** The files or their order have changed. The receiver calls `show`. */
  onChange: () => void;
  /** The pages or the password of a file have changed. */
  onField: () => void;
  /** Takes the focus when the last file is removed. */
  picker: HTMLElement;
}

/** How the files are used: the fields of each, and the labels of their positions. */
export interface ListStyle {
  ordered: boolean;
  fieldsOfFile: (name: string) => readonly FileFieldName[];
  /** The label of the file at that position; empty for none. */
  roleOf: (index: number) => string;
  /** How errors name the files: `file`, `assets[0]`. Undefined for files that are not sent. */
  fields: readonly (string | undefined)[];
}

const inputs = {
  pages: { label: 'Pages', type: 'text', placeholder: 'all, or 1-3,5,7-' },
  password: { label: 'Password', type: 'password', placeholder: '' },
} as const;

/** The chosen files in order. Users move them with buttons or by dragging, and remove them. */
export class FileList {
  readonly #options: Options;
  #files: ChosenFile[] = [];
  #style: ListStyle = { ordered: false, fieldsOfFile: () => [], roleOf: () => '', fields: [] };
  #dragged: ChosenFile | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#acceptDrags();
  }

  get files(): readonly ChosenFile[] {
    return this.#files;
  }

  get names(): string[] {
    return this.#files.map(({ file }) => file.name);
  }

  add(files: readonly FileChoice[]): void {
    this.#files.push(...files.map((file) => ({ file, pages: '', password: '' })));
    this.#changed(files.length === 1 ? `${files[0]?.name ?? ''} added` : `${files.length} files added`);
  }

  /** Removes all files. `add` or the caller reports the change. */
  clear(): void {
    this.#files = [];
  }

  show(style: ListStyle): void {
    this.#style = style;
    this.#options.list.replaceChildren(...this.#files.map((chosen, index) => this.#item(chosen, index)));
  }

  /** Shows errors at the files that they name, and at their pages and passwords. */
  showErrors(errors: readonly FieldError[]): ShownErrors {
    const rest: FieldError[] = [];
    let first: HTMLElement | undefined;
    for (const error of errors) {
      const [, list] = /^(pages|passwords)\[/.exec(error.field) ?? [];
      const file = list === undefined ? error.field : error.field.replace(list, 'files');
      const item = this.#options.list.children[this.#style.fields.indexOf(file)];
      const place = item?.querySelector('.field-error');
      if (!(item instanceof HTMLElement) || !place) {
        rest.push(error);
        continue;
      }
      place.textContent = withSentence(place.textContent, error.message);
      item.classList.add('at-fault');
      const input = list === undefined ? undefined : item.querySelector<HTMLElement>(`input[name=${list}]`);
      input?.setAttribute('aria-invalid', 'true');
      first ??= input ?? item;
    }
    return { rest, first };
  }

  clearErrors(): void {
    for (const item of this.#options.list.children) clearErrors(item);
  }

  #changed(what: string): void {
    this.#options.onChange();
    this.#options.announce(what);
  }

  #move(chosen: ChosenFile, to: number): void {
    const from = this.#files.indexOf(chosen);
    if (from < 0 || to < 0 || to >= this.#files.length || to === from) return;
    this.#files.splice(from, 1);
    this.#files.splice(to, 0, chosen);
    this.#changed(`${chosen.file.name} is now ${to + 1} of ${this.#files.length}`);
  }

  #remove(chosen: ChosenFile): void {
    const at = this.#files.indexOf(chosen);
    this.#files.splice(at, 1);
    this.#changed(`${chosen.file.name} removed`);
    // Keep the focus at the position of the removed button, not at the top of the page.
    const next = this.#options.list.children[Math.min(at, this.#files.length - 1)];
    (next?.querySelector<HTMLElement>('.remove') ?? this.#options.picker).focus();
  }

  #item(chosen: ChosenFile, index: number): HTMLElement {
    const { ordered, fieldsOfFile, roleOf } = this.#style;
    const { file } = chosen;
    const { name } = file;
    const fields = fieldsOfFile(name);
    const many = ordered && this.#files.length > 1;
    const role = roleOf(index);
    const remove = iconButton('remove', `Remove ${name}`, '×');
    remove.addEventListener('click', () => this.#remove(chosen));
    return element(
      'li',
      {
        class: 'file',
        draggable: many ? 'true' : undefined,
        // Takes the focus if it has an error.
        tabindex: -1,
        'aria-describedby': errorId(index),
      },
      element(
        'div',
        { class: 'file-line' },
        element('span', { class: 'file-name' }, name),
        ...(role ? [element('span', { class: 'badge' }, role)] : []),
        element('span', { class: 'file-size' }, file instanceof File ? sizeText(file.size) : originOf(file)),
        ...(many ? this.#moveButtons(chosen, index) : []),
        remove,
      ),
      ...(fields.length > 0 ? [this.#ownFields(chosen, index, fields)] : []),
      element('p', { class: 'field-error', id: errorId(index) }),
    );
  }

  #moveButtons(chosen: ChosenFile, index: number): HTMLElement[] {
    return [
      { className: 'up', label: 'up', sign: '↑', to: index - 1 },
      { className: 'down', label: 'down', sign: '↓', to: index + 1 },
    ].map(({ className, label, sign, to }) => {
      const button = iconButton(className, `Move ${chosen.file.name} ${label}`, sign);
      const possible = to >= 0 && to < this.#files.length;
      // Not `disabled`, which would lose the keyboard focus at the end of the list.
      if (!possible) button.setAttribute('aria-disabled', 'true');
      button.addEventListener('click', () => {
        this.#move(chosen, to);
        this.#options.list.children[this.#files.indexOf(chosen)]
          ?.querySelector<HTMLElement>(`.${className}`)
          ?.focus();
      });
      return button;
    });
  }

  #ownFields(chosen: ChosenFile, index: number, names: readonly FileFieldName[]): HTMLElement {
    const field = (key: FileFieldName): HTMLElement => {
      const { label, type, placeholder } = inputs[key];
      const id = `file-${index}-${key}`;
      const input = element('input', {
        id,
        name: requestFields[key],
        type,
        placeholder,
        'aria-describedby': errorId(index),
        autocomplete: type === 'password' ? 'new-password' : 'off',
        spellcheck: 'false',
      });
      input.value = chosen[key];
      input.addEventListener('input', () => {
        chosen[key] = input.value.trim();
        const item = input.closest('li');
        if (item) clearErrors(item);
        this.#options.onField();
      });
      const hidden = element('span', { class: 'unseen' }, ` of ${chosen.file.name}`);
      return element('div', { class: 'own-field' }, element('label', { for: id }, label, hidden), input);
    };
    return element('div', { class: 'own-fields' }, ...names.map(field));
  }

  #acceptDrags(): void {
    const { list } = this.#options;
    const itemAt = (target: EventTarget | null): number =>
      [...list.children].findIndex((item) => target instanceof Node && item.contains(target));
    list.addEventListener('dragstart', (event) => {
      this.#dragged = this.#files[itemAt(event.target)];
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
    });
    list.addEventListener('dragover', (event) => {
      if (!this.#dragged) return;
      event.preventDefault();
      const over = itemAt(event.target);
      for (const [index, item] of [...list.children].entries())
        item.classList.toggle('target', index === over);
    });
    list.addEventListener('drop', (event) => {
      if (!this.#dragged) return;
      event.preventDefault();
      const over = itemAt(event.target);
      if (over >= 0) this.#move(this.#dragged, over);
    });
    list.addEventListener('dragend', () => {
      this.#dragged = undefined;
      for (const item of list.children) item.classList.remove('target');
    });
  }
}

const errorId = (index: number): string => `file-${index}-error`;

function clearErrors(item: Element): void {
  item.classList.remove('at-fault');
  item.querySelector('.field-error')?.replaceChildren();
  for (const input of item.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}

/** Where the service finds a file. */
const originOf = ({ reference }: RemoteFile): string =>
  URL.canParse(reference) ? `at ${new URL(reference).host}` : 'earlier result';
