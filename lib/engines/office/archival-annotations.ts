import { keys, values } from '../pdf/keys.ts';
import {
  PDFArray,
  type PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../pdf/objects.ts';
import type { EditablePdf } from '../pdf/generated/editable-pdf.ts';

/** Annotation types that PDF/A forbids (ISO 19005-1, 6.5.2; ISO 19005-2 and -3, 6.3.1): media. */
const { Screen, Movie, Sound, RichMedia } = values;
const media = new Set([Screen, Movie, Sound, values['3D'], RichMedia]);

// Annotation flags (ISO 32000-1, table 165).
const printed = 4;
const unscaled = 8 | 16;
/** Invisible, Hidden, NoView, ToggleNoView. */
const hiding = 1 | 2 | 32 | 256;

/**
 * Makes the annotations of all pages conform to PDF/A (ISO 19005-2, 6.3): they get the print flag, and comments get an
 * appearance. Videos and sounds are removed; their preview image on the page stays.
 */
export async function correctAnnotations(pdf: EditablePdf): Promise<void> {
  const catalog = await pdf.dict(pdf.trailer.get(keys.Root));
  const waiting: (PDFObject | undefined)[] = [catalog?.get(keys.Pages)];
  const seen = new Set<PDFObject>();
  for (let ref = waiting.pop(); ref; ref = waiting.pop()) {
    if (seen.has(ref)) continue;
    seen.add(ref);
    const node = await pdf.dict(ref);
    const kids = await pdf.resolve(node?.get(keys.Kids));
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) waiting.push(kid);
    else if (node && ref instanceof PDFRef) await correctPage(pdf, ref, node);
  }
}

async function correctPage(pdf: EditablePdf, ref: PDFRef, page: PDFDict): Promise<void> {
  const annotations = await pdf.resolve(page.get(keys.Annots));
  if (!(annotations instanceof PDFArray)) return;
  const kept: PDFObject[] = [];
  for (const item of annotations.asArray()) {
    const annotation = await pdf.dict(item);
    if (!annotation || !(item instanceof PDFRef)) continue;
    const subtype = annotation.get(keys.Subtype);
    if (subtype instanceof PDFName && media.has(subtype)) {
      pdf.set(item, PDFNull);
      continue;
    }
    kept.push(item);
    if (correctAnnotation(pdf, annotation, subtype === values.Text)) pdf.set(item, annotation);
  }
  if (kept.length === annotations.size()) return;
  const list = PDFArray.withContext(pdf.context);
  for (const item of kept) list.push(item);
  page.set(keys.Annots, list);
  pdf.set(ref, page);
}

/** @returns whether the annotation changed */
function correctAnnotation(pdf: EditablePdf, annotation: PDFDict, isComment: boolean): boolean {
  const value = annotation.get(keys.F);
  const before = value instanceof PDFNumber ? value.asNumber() : undefined;
  const flags = ((before ?? 0) & ~hiding) | printed | (isComment ? unscaled : 0);
  if (flags !== before) annotation.set(keys.F, PDFNumber.of(flags));
  const needsLook = isComment && !annotation.has(keys.AP);
  if (needsLook) annotation.set(keys.AP, appearance(pdf, annotation));
  return needsLook || flags !== before;
}

/** A note icon with three lines, as large as the annotation (ISO 32000-1, 12.5.5). */
function appearance(pdf: EditablePdf, annotation: PDFDict): PDFDict {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(annotation.get(keys.Rect));
  const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
  const line = (share: number): string =>
    `${(width * 0.2).toFixed(2)} ${(height * share).toFixed(2)} m ${(width * 0.8).toFixed(2)} ${(height * share).toFixed(2)} l S`;
  const outline = `0.5 0.5 ${Math.max(0, width - 1).toFixed(2)} ${Math.max(0, height - 1).toFixed(2)} re B`;
  const content = Buffer.from(
    ['1 0.93 0.6 rg 0.5 0.42 0.1 RG 1 w', outline, line(0.75), line(0.5), line(0.25)].join('\n'),
  );
  const form = pdf.context.obj({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: {},
    Length: content.length,
  });
  return pdf.context.obj({ N: pdf.add(PDFRawStream.of(form, content)) });
}

const numbersOf = (object: PDFObject | undefined): number[] =>
  object instanceof PDFArray
    ? object.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : 0))
    : [];
