import {
  type BookmarkLine,
  type BookmarkNode,
  indented,
  linesOf,
  lineNamed,
  treeOf,
  withLineAfter,
  without,
} from './bookmark-lines.ts';
import { bookmarkRow } from './bookmark-row.ts';
import { element } from './element.ts';
import { countText } from './measures.ts';
import type { Control } from './option-control.ts';

/** The bookmarks of a document. */
export interface PresentBookmarks {
  bookmarks: BookmarkNode[];
  /** Whether some are missing or shortened. */
  truncated: boolean;
}

/** Reads the bookmarks of the chosen document. Resolves to undefined after it has shown an error. */
export type ReadBookmarks = () => Promise<PresentBookmarks | undefined>;

/** Edits bookmarks as an indented list. The value is empty until there is a list, and `[]` for an empty list. */
export class BookmarkEditor implements Control {
  readonly element = element('div', { class: 'list-editor', role: 'group', tabindex: -1 });
  readonly groupHint =
    'Replace the bookmarks of the document. Page numbers are those of the result. Enter adds a bookmark below the current one.';
  readonly #list = element('ol', { 'aria-label': 'List of bookmarks' });
  readonly #state = element('p', { class: 'hint', role: 'status' });
  readonly #read = textButton('Read from the PDF');
  readonly #clear = textButton('Remove all');
  readonly #reset = textButton('Reset');
  readonly #add = textButton('Add a bookmark');
  #lines: BookmarkLine[] | undefined;
  /** Whether the bookmarks were read in part only. */
  #truncated = false;

  /** @param read absent if there is no document to read */
  constructor(read?: ReadBookmarks) {
    this.#add.addEventListener('click', () => this.#addAfter(this.#present.length - 1));
    this.#clear.addEventListener('click', () => this.#change([], this.#add));
    this.#reset.addEventListener('click', () => this.#change(undefined, this.#add));
    if (read) this.#read.addEventListener('click', () => void this.#take(read));
    else this.#read.hidden = true;
    this.#list.addEventListener('input', ({ target }) => this.#edit(target));
    this.#list.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.append(
      this.#list,
      this.#state,
      element('div', { class: 'editor-actions' }, this.#add, this.#read, this.#clear, this.#reset),
    );
    this.#show();
  }

  get value(): string {
    return this.#lines === undefined ? '' : JSON.stringify(treeOf(this.#lines));
  }

  /** @param value an earlier value of this property */
  set value(value: string) {
    this.#lines = value === '' ? undefined : linesOf(JSON.parse(value) as BookmarkNode[]);
    this.#show();
  }

  elementAt(path: string): HTMLElement | undefined {
    return this.#control(lineNamed(path, this.#present), path.endsWith('.page') ? '.page' : '.title');
  }

  get #present(): readonly BookmarkLine[] {
    return this.#lines ?? [];
  }

  #control(index: number, selector: string): HTMLElement | undefined {
    return this.#list.children[index]?.querySelector<HTMLElement>(selector) ?? undefined;
  }

  #indexOf(target: EventTarget | null): number {
    const item = target instanceof Element ? target.closest('li') : null;
    return item ? [...this.#list.children].indexOf(item) : -1;
  }

  #change(lines: BookmarkLine[] | undefined, focused: HTMLElement): void {
    this.#lines = lines;
    this.#show();
    this.element.dispatchEvent(new Event('input'));
    focused.focus();
  }

  /** @param focused the control of the line at that index that gets the focus; without such a line, the button to add one */
  #changeAt(index: number, focused: string, lines: BookmarkLine[]): void {
    this.#change(lines, this.#add);
    this.#control(Math.min(index, lines.length - 1), focused)?.focus();
  }

  #addAfter(index: number): void {
    this.#changeAt(index + 1, '.title', withLineAfter(this.#present, index));
  }

  #edit(target: EventTarget | null): void {
    const line = this.#present[this.#indexOf(target)];
    if (!line || !(target instanceof HTMLInputElement)) return;
    line[target.classList.contains('page') ? 'page' : 'title'] = target.value.trim();
  }

  /** Enter would submit the form. */
  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    this.#addAfter(this.#indexOf(event.target));
  }

  async #take(read: ReadBookmarks): Promise<void> {
    if (this.#read.getAttribute('aria-disabled') === 'true') return;
    this.#read.setAttribute('aria-disabled', 'true');
    this.#state.textContent = 'Reading …';
    const present = await read();
    this.#read.removeAttribute('aria-disabled');
    // The form has been redrawn meanwhile, perhaps for another document.
    if (!this.element.isConnected) return;
    this.#truncated = present?.truncated ?? this.#truncated;
    if (present) this.#change(linesOf(present.bookmarks), this.#read);
    else this.#show();
  }

  #show(): void {
    const lines = this.#present;
    this.#list.hidden = lines.length === 0;
    this.#list.replaceChildren(...lines.map((_, index) => this.#row(index)));
    this.#clear.hidden = this.#lines?.length === 0;
    this.#reset.hidden = this.#lines === undefined;
    this.#state.textContent = this.#stateText();
  }

  #row(index: number): HTMLElement {
    const lines = this.#present;
    return bookmarkRow(lines, index, {
      indent: (by) => this.#changeAt(index, by > 0 ? '.indent' : '.outdent', indented(lines, index, by)),
      remove: () => this.#changeAt(index, '.remove', without(lines, index)),
    });
  }

  #stateText(): string {
    if (this.#lines === undefined) return 'The result keeps the bookmarks of the document.';
    if (this.#lines.length === 0) return 'The result has no bookmarks.';
    const count = `${countText(this.#lines.length, 'bookmark')}.`;
    return this.#truncated
      ? `${count} The PDF is too large to be read completely: bookmarks can be missing or cut off.`
      : count;
  }
}

const textButton = (text: string): HTMLButtonElement => element('button', { type: 'button' }, text);
