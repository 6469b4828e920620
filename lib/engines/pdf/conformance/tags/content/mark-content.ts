import { dictAt, numberAt } from '../../../assembly/lookup.ts';
import { viewOf } from '../../../assembly/pages/page-view.ts';
import { compressedStream } from '../../../finishing/overlays/compressed-stream.ts';
import { PageResources } from '../../../finishing/overlays/page-resources.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import { keys } from '../../../keys.ts';
import { PDFDict, PDFRawStream, type PDFRef } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import type { AddedTexts } from './added-texts.ts';
import type { ContentIndex } from './content-index.ts';
import { Contents, type Form, maxDepth } from './contents.ts';
import { completeMarks, type ContentSetting, type FormUse, type Surrounding } from './marking.ts';
import type { LanguageSample } from './language-sample.ts';
import type { ShownTexts } from './shown-texts.ts';

/** What the marks of a document are completed with. */
export interface MarkingTools {
  index: ContentIndex;
  texts: ShownTexts;
  added: AddedTexts;
  /** Undefined if the document states its language. */
  sample: LanguageSample | undefined;
}

/**
 * Completes the marks of all pages, and of the forms that have tags.
 *
 * @returns the numbers of the pages, from 1, that have text which has become an artifact
 */
export function markContent(document: BuiltDocument, tools: MarkingTools): number[] {
  const marker = new ContentMarker(document, tools);
  return document.pages.flatMap((ref, index) => (marker.markPage(ref) ? [index + 1] : []));
}

class ContentMarker {
  readonly #document: BuiltDocument;
  readonly #tools: MarkingTools;
  readonly #contents: Contents;
  readonly #resources: PageResources;
  /** Forms whose tags belong to a place where they are drawn. They are drawn as copies elsewhere. */
  readonly #marked = new Set<PDFRef>();
  readonly #copies = new Map<PDFRef, PDFRef>();
  #depth = 0;

  constructor(document: BuiltDocument, tools: MarkingTools) {
    this.#document = document;
    this.#tools = tools;
    this.#contents = new Contents(document);
    this.#resources = new PageResources(document.context);
  }

  /** @returns whether text has become an artifact */
  markPage(ref: PDFRef): boolean {
    const { context } = this.#document;
    const page = context.lookup(ref, PDFDict);
    const bytes = this.#contents.pageBytes(page);
    if (!bytes) this.#tools.sample?.addUnknown();
    if (!bytes || bytes.length === 0) return false;
    const { box } = viewOf(page);
    const result = completeMarks(bytes, {
      ...this.#settingOf(ref, page),
      box,
      tagText: (place) => {
        this.#tools.sample?.addUnknown();
        return this.#tools.added.add(ref, place);
      },
    });
    if (!result) this.#tools.sample?.addUnknown();
    if (result?.bytes) page.set(keys.Contents, context.register(compressedStream(context, result.bytes)));
    return result?.hidesText ?? false;
  }

  /** @param holder the dictionary with the resources */
  #settingOf(owner: PDFRef, holder: PDFDict): ContentSetting {
    const { index, texts, sample } = this.#tools;
    const resources = dictAt(holder, keys.Resources);
    return {
      box: undefined,
      isTagged: (mcid) => index.tagOf(owner, mcid) !== undefined,
      identifierOf: (name) => {
        const properties = resources && dictAt(resources, keys.Properties);
        const dict = properties && dictAt(properties, nameOf(name));
        return dict && numberAt(dict, keys.MCID);
      },
      useForm: (name, around) => this.#useForm(holder, this.#contents.named(resources, name), around),
      tagText: () => undefined,
      isBlank: (shown) => texts.isBlank(resources, shown),
      hearText: (mcid, shown) => {
        texts.add(owner, resources, mcid, shown);
        const tag = sample?.isFull === false ? index.tagOf(owner, mcid) : undefined;
        if (tag) sample?.add(tag, texts.textOf(resources, shown), shown.baseline);
      },
    };
  }

  #useForm(holder: PDFDict, form: Form | undefined, around: Surrounding): FormUse {
    if (!form || this.#depth > maxDepth) return 'artifact';
    if (this.#tools.index.objects.has(form.ref)) return 'marked';
    if (!this.#contents.hasTags(form.ref, form.stream)) return 'artifact';
    if (around === 'artifact' || this.#marked.has(form.ref)) {
      return { copy: this.#resources.add(holder, 'XObject', this.#copyOf(form)) };
    }
    this.#marked.add(form.ref);
    this.#change(form, form.ref, this.#settingOf(form.ref, form.stream.dict));
    return 'marked';
  }

  /** A copy of a form whose content is an artifact. */
  #copyOf({ ref, stream }: Form): PDFRef {
    let copy = this.#copies.get(ref);
    if (!copy) {
      const { context } = this.#document;
      copy = context.nextRef();
      this.#copies.set(ref, copy);
      const dict = stream.dict.clone();
      dict.delete(keys.StructParents);
      const plain = PDFRawStream.of(dict, stream.contents);
      context.assign(copy, plain);
      const setting = this.#settingOf(copy, dict);
      const resources = dictAt(dict, keys.Resources);
      const useForm = (name: string): FormUse =>
        this.#useForm(dict, this.#contents.named(resources, name), 'artifact');
      this.#change({ ref: copy, stream: plain }, copy, { ...setting, isTagged: () => false, useForm });
    }
    return copy;
  }

  #change({ stream }: Form, ref: PDFRef, setting: ContentSetting): void {
    const { context } = this.#document;
    const bytes = this.#contents.bytesOf(stream);
    this.#depth += 1;
    const result = bytes && completeMarks(bytes, setting);
    this.#depth -= 1;
    if (!result?.bytes) return;
    const changed = compressedStream(context, result.bytes);
    // The resources can have changed: names of copies are among them.
    const dict = stream.dict.clone();
    for (const key of [keys.Filter, keys.DecodeParms, keys.Length]) dict.delete(key);
    const filter = changed.dict.get(keys.Filter);
    if (filter) dict.set(keys.Filter, filter);
    context.assign(ref, PDFRawStream.of(dict, changed.contents));
  }
}
