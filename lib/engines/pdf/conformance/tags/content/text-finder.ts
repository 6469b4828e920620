import { asDict, dictAt, numberAt } from '../../../assembly/lookup.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFRawStream, type PDFRef } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { Contents, type Form, maxDepth } from './contents.ts';
import { readMarkedEffects } from './marked-effects.ts';
import { nameOperand } from './operands.ts';

/** Finds out which marked content shows text, also by forms that it draws. */
export class TextFinder {
  readonly #document: BuiltDocument;
  readonly #contents: Contents;
  /** Identifiers of content with text, by page or form; undefined if the content cannot be read. */
  readonly #shown = new Map<PDFRef, ReadonlySet<number> | undefined>();
  readonly #forms = new Map<PDFRef, boolean>();

  constructor(document: BuiltDocument) {
    this.#document = document;
    this.#contents = new Contents(document);
  }

  /** Whether marked content of a page or form shows text, or cannot be read. */
  hasText(owner: PDFRef, mcid: number): boolean {
    if (!this.#shown.has(owner)) this.#shown.set(owner, this.#read(owner));
    return this.#shown.get(owner)?.has(mcid) ?? true;
  }

  #read(owner: PDFRef): ReadonlySet<number> | undefined {
    const object = this.#document.context.lookup(owner);
    const dict = asDict(object);
    const bytes =
      object instanceof PDFRawStream
        ? this.#contents.bytesOf(object)
        : dict && this.#contents.pageBytes(dict);
    if (!dict || !bytes) return undefined;
    const resources = dictAt(dict, keys.Resources);
    const found = new Set<number>();
    const isRead = readMarkedEffects(bytes, {
      identifierOf: (properties) => identifierIn(resources, properties),
      hear: (mcid, effect, operator) => {
        if (mcid === undefined || found.has(mcid)) return;
        const form =
          effect === 'form' ? this.#contents.named(resources, nameOperand(bytes, operator) ?? '') : undefined;
        if (effect === 'text' || (form && this.#showsText(form, 1))) found.add(mcid);
      },
    });
    return isRead ? found : undefined;
  }

  /** Whether a form shows text, or cannot be read. */
  #showsText({ ref, stream }: Form, depth: number): boolean {
    const known = this.#forms.get(ref);
    if (known !== undefined) return known;
    if (depth > maxDepth) return true;
    // A form that draws itself.
    this.#forms.set(ref, false);
    const bytes = this.#contents.bytesOf(stream);
    const resources = dictAt(stream.dict, keys.Resources);
    let hasText = false;
    const isRead =
      bytes &&
      readMarkedEffects(bytes, {
        identifierOf: () => undefined,
        hear: (_, effect, operator) => {
          if (hasText) return;
          const form =
            effect === 'form'
              ? this.#contents.named(resources, nameOperand(bytes, operator) ?? '')
              : undefined;
          hasText = effect === 'text' || (form !== undefined && this.#showsText(form, depth + 1));
        },
      });
    this.#forms.set(ref, isRead !== true || hasText);
    return isRead !== true || hasText;
  }
}

const identifierIn = (resources: PDFDict | undefined, properties: string): number | undefined => {
  const all = resources && dictAt(resources, keys.Properties);
  const dict = all && dictAt(all, nameOf(properties));
  return dict && numberAt(dict, keys.MCID);
};
