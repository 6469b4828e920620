import { annotationsOf } from '../assembly/pages/annotations.ts';
import { asDict, dictAt, nameAt, resolved } from '../assembly/lookup.ts';
import { type Key, keys } from '../keys.ts';
import { PDFDict, PDFRawStream } from '../objects.ts';
import type { PageLeaf } from '../reader/page-leaf.ts';
import type { PdfSource } from '../reader/pdf-source.ts';

/** The fonts and images that the pages of a document use, each once. */
export interface UsedResources {
  fonts: ReadonlySet<PDFDict>;
  images: ReadonlySet<PDFRawStream>;
}

/**
 * Collects the fonts and images in the resources of all pages, of their forms and patterns, and of the appearances of
 * their annotations. Reads each dictionary once.
 */
export function usedResourcesOf(source: PdfSource): UsedResources {
  const fonts = new Set<PDFDict>();
  const images = new Set<PDFRawStream>();
  const seen = new Set<PDFDict>();
  const open: PDFDict[] = [];
  const add = (resources: PDFDict | undefined): void => {
    if (!resources || seen.has(resources)) return;
    seen.add(resources);
    open.push(resources);
  };
  const drain = (): void => {
    for (let next = open.pop(); next; next = open.pop()) {
      for (const font of entriesAt(next, 'Font')) {
        const dict = asDict(font);
        if (!dict || fonts.has(dict)) continue;
        fonts.add(dict);
        add(dictAt(dict, keys.Resources));
      }
      for (const object of entriesAt(next, 'XObject')) {
        if (!(object instanceof PDFRawStream)) continue;
        if (nameAt(object.dict, keys.Subtype) === 'Image') images.add(object);
        else add(dictAt(object.dict, keys.Resources));
      }
      for (const pattern of entriesAt(next, 'Pattern')) {
        if (pattern instanceof PDFRawStream) add(dictAt(pattern.dict, keys.Resources));
      }
    }
  };
  const form = dictAt(source.catalog, keys.AcroForm);
  add(form && dictAt(form, keys.DR));
  drain();
  const shared = new Set<number>();
  for (const page of source.pages) {
    if (!shared.has(page.resourcesKey)) {
      shared.add(page.resourcesKey);
      add(asDict(resolved(source.context, page.attributes.Resources)));
    }
    for (const appearance of appearancesOf(page)) add(dictAt(appearance, keys.Resources));
    drain();
  }
  return { fonts, images };
}

/** The values of a category of resources, resolved. */
function* entriesAt(resources: PDFDict, category: Extract<Key, 'Font' | 'XObject' | 'Pattern'>) {
  const entries = dictAt(resources, keys[category]);
  for (const [, value] of entries?.entries() ?? []) yield resolved(resources.context, value);
}

/** The normal appearances of the annotations of a page (PDF 32000-1, 12.5.5), in all their states. */
function* appearancesOf(page: PageLeaf): Generator<PDFDict> {
  for (const annotation of annotationsOf(page)) {
    if (!annotation.mayHave('AP')) continue;
    const appearances = dictAt(annotation.dict, keys.AP);
    const normal = appearances && resolved(appearances.context, appearances.get(keys.N));
    if (normal instanceof PDFRawStream) yield normal.dict;
    else if (normal instanceof PDFDict) {
      for (const [, state] of normal.entries()) {
        const stream = resolved(normal.context, state);
        if (stream instanceof PDFRawStream) yield stream.dict;
      }
    }
  }
}
