import { asDict, dictAt, isString, nameAt, resolved, textAt, textOf } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFRef } from '../../../objects.ts';
import { nameText } from '../../../syntax/names.ts';
import { textOf as textOfTag } from '../content/content-texts.ts';
import type { ShownTexts } from '../content/shown-texts.ts';
import type { PlacedAnnotation } from './place-annotations.ts';

/** Ancestors of a field that are followed. */
const maxAncestors = 100;

/**
 * Describes annotations that have no description (ISO 14289-1, 7.18): links by their text, else by where they lead;
 * form fields by their names; others by their kind.
 *
 * @param pages the numbers of pages, from 1
 */
export function describeAnnotations(
  placed: readonly PlacedAnnotation[],
  texts: ShownTexts,
  pages: ReadonlyMap<PDFRef, number>,
): void {
  for (const annotation of placed) {
    const { subtype, dict, tag } = annotation;
    if (subtype === 'Widget') describeField(dict);
    else if (subtype === 'Link') {
      if (!textAt(dict, keys.Contents)) {
        const text = textAt(tag.dict, keys.Alt) || textOfTag(tag, texts) || targetOf(dict, pages);
        dict.set(keys.Contents, PDFHexString.fromText(text));
      }
    } else if (!textAt(dict, keys.Contents) && !textAt(tag.dict, keys.Alt)) {
      // The text of a comment stays as it is: it is shown to readers.
      tag.dict.set(keys.Alt, PDFHexString.fromText(attachedName(dict) ?? subtype));
    }
    if (subtype === 'Screen') {
      describeMedia(dict, textAt(dict, keys.Contents) || textAt(tag.dict, keys.Alt) || subtype);
    }
  }
}

/** Gives the media that a screen plays a description (ISO 14289-1, 7.18.6.2), for all languages, if it has none. */
function describeMedia(screen: PDFDict, text: string): void {
  const action = dictAt(screen, keys.A);
  const rendition = action && dictAt(action, keys.R);
  const clip = rendition && dictAt(rendition, keys.C);
  if (!clip) return;
  const stated = resolved(clip.context, clip.get(keys.Alt));
  const texts = stated instanceof PDFArray ? stated.asArray() : [];
  if (texts.some((item, index) => index % 2 === 1 && isString(item) && textOf(item) !== '')) return;
  clip.set(keys.Alt, clip.context.obj([PDFHexString.fromText(''), PDFHexString.fromText(text)]));
}

/** Gives a field its own name as the one for readers, and the widget that of its field. */
function describeField(widget: PDFDict): void {
  if (textAt(widget, keys.TU)) return;
  const path = fieldPath(widget);
  const stated = path.map((field) => textAt(field, keys.TU)).find((text) => text);
  const names = path.map((field) => textAt(field, keys.T)).filter((name) => name);
  const text = stated ?? names.toReversed().join('.');
  if (text) widget.set(keys.TU, PDFHexString.fromText(text));
}

/** A field and those that it belongs to. */
function fieldPath(widget: PDFDict): PDFDict[] {
  const path: PDFDict[] = [];
  for (
    let field: PDFDict | undefined = widget;
    field && path.length < maxAncestors;
    field = dictAt(field, keys.Parent)
  ) {
    path.push(field);
  }
  return path;
}

/** Where a link leads: its address, the name of the destination, or the page. */
function targetOf(link: PDFDict, pages: ReadonlyMap<PDFRef, number>): string {
  const action = dictAt(link, keys.A);
  const address = action && textAt(action, keys.URI);
  if (address) return address;
  const destination = resolved(link.context, link.get(keys.Dest) ?? action?.get(keys.D));
  if (isString(destination)) return textOf(destination) || 'Link';
  if (destination instanceof PDFName) return nameText(destination) || 'Link';
  const first = destination instanceof PDFArray && destination.size() > 0 ? destination.get(0) : undefined;
  const page = first instanceof PDFRef ? pages.get(first) : undefined;
  return page === undefined ? 'Link' : String(page);
}

/** The name of an attached file. */
function attachedName(annotation: PDFDict): string | undefined {
  if (nameAt(annotation, keys.Subtype) !== 'FileAttachment') return undefined;
  const file = asDict(resolved(annotation.context, annotation.get(keys.FS)));
  return file && (textAt(file, keys.UF) || textAt(file, keys.F) || undefined);
}
