import { annotationsOf } from '../pdf/assembly/pages/annotations.ts';
import { destinationsOf } from '../pdf/assembly/destinations/destinations.ts';
import { bytesOf, dictAt, nameAt, resolved } from '../pdf/assembly/lookup.ts';
import { uriBaseOf } from '../pdf/assembly/links/uri-base.ts';
import { resolveUri } from '../pdf/assembly/links/uri-reference.ts';
import { boxOf, type PageView } from '../pdf/assembly/pages/page-view.ts';
import { keys } from '../pdf/keys.ts';
import type { PDFDict } from '../pdf/objects.ts';
import type { PageLeaf } from '../pdf/reader/page-leaf.ts';
import type { PdfSource } from '../pdf/reader/pdf-source.ts';
import { displayedBox } from './display.ts';
import type { LinkArea, LinkTarget } from './glyph.ts';

/** Reads the links of a page. */
export function linksOf(source: PdfSource, leaf: PageLeaf, view: PageView): LinkArea[] {
  return annotationsOf(leaf).flatMap(({ dict }): LinkArea[] => {
    if (nameAt(dict, keys.Subtype) !== 'Link') return [];
    const box = boxOf(dict.context, dict.get(keys.Rect));
    const target = box && targetOf(source, dict);
    return target ? [{ box: displayedBox(view, box), target }] : [];
  });
}

function targetOf(source: PdfSource, link: PDFDict): LinkTarget | undefined {
  const action = dictAt(link, keys.A);
  const kind = action && nameAt(action, keys.S);
  if (action && kind === 'URI') {
    const uri = bytesOf(resolved(action.context, action.get(keys.URI)));
    return uri === undefined || uri === '' ? undefined : { url: resolveUri(uri, uriBaseOf(source) ?? '') };
  }
  const value = kind === 'GoTo' && action ? action.get(keys.D) : link.get(keys.Dest);
  const destination = destinationsOf(source).resolve(value);
  return destination && { page: destination.page + 1 };
}
