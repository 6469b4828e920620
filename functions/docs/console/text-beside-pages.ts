import { copyOnClick } from './copy-button.ts';
import { element } from './element.ts';
import { countText } from './measures.ts';

/** A PDF that is in this browser. */
export interface LocalDocument {
  file: File;
  /** Empty if it is not encrypted. */
  password: string;
}

/** Characters of a text that are shown. Browsers become slow with more. */
const shownCharacters = 200_000;

function textFacts(text: string): string {
  const count = countText(text.length, 'character');
  if (text === '') return 'The document has no text.';
  return text.length > shownCharacters
    ? `${count}. Only the first ${shownCharacters.toLocaleString('en')} are shown; Copy copies the full text.`
    : count;
}

/** The text of a PDF, to copy and to download, beside the pages if the document is in this browser. */
export class TextBesidePages {
  readonly element = element('li', { class: 'result' });
  readonly #pages = element('div', { class: 'preview' });
  readonly #ended = new AbortController();

  /** @param fileName of the text */
  constructor(text: string, fileName: string, document: LocalDocument | undefined) {
    const shown = element('pre', { class: 'command', tabindex: 0 }, text.slice(0, shownCharacters));
    const copy = element('button', { type: 'button' }, 'Copy');
    copyOnClick(copy, shown, { text: () => text, onCopied: () => undefined });
    const facts = element('p', { class: 'facts' }, textFacts(text));
    const place = element('div', { class: 'beside' }, ...(document ? [this.#pages] : []), shown);
    const actions = element('div', { class: 'result-actions' }, copy, this.#downloadLink(text, fileName));
    this.element.append(element('div', { class: 'result-head' }, facts, actions), place);
    if (document) void this.#show(document);
  }

  /** Releases the memory. */
  close(): void {
    this.#ended.abort();
  }

  #downloadLink(text: string, fileName: string): HTMLAnchorElement {
    const href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    this.#ended.signal.addEventListener('abort', () => URL.revokeObjectURL(href));
    const link = element('a', { class: 'button primary', href, download: fileName }, 'Download');
    link.setAttribute('aria-label', `Download ${fileName}`);
    return link;
  }

  async #show({ file, password }: LocalDocument): Promise<void> {
    const { signal } = this.#ended;
    try {
      const { showPages } = await import('./pdf-pages.ts');
      await showPages(await file.arrayBuffer(), this.#pages, { signal, password });
    } catch {
      // The text is complete without pages that the browser cannot draw.
      this.#pages.remove();
    }
  }
}
