import { arrayAt, nameAt, numberAt, resolved } from '../../assembly/lookup.ts';
import { arrayOf } from '../../assembly/object-builders.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { rectOf } from '../../finishing/flatten/annotation.ts';
import { mayHaveAnnotations } from '../../finishing/flatten/pages-with-annotations.ts';
import { keys } from '../../keys.ts';
import { PDFDict, PDFNumber, type PDFObject } from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';
import type { Changes } from '../changes.ts';
import type { Components } from '../colour/profiles.ts';
import type { PdfaPart } from '../target.ts';
import type { AnnotationAppearances } from './annotation-appearances.ts';

/** Types that all parts allow (ISO 19005-1, 6.5.2). */
const lasting = [
  ...[
    'Text',
    'Link',
    'FreeText',
    'Line',
    'Square',
    'Circle',
    'Highlight',
    'Underline',
    'Squiggly',
    'StrikeOut',
  ],
  ...['Stamp', 'Ink', 'Popup', 'Widget', 'PrinterMark', 'TrapNet'],
];

/** Those of parts 2 and 3 (ISO 19005-2 and -3, 6.3.1). */
const later = ['Polygon', 'PolyLine', 'Caret', 'FileAttachment', 'Watermark', 'Redact'];

const allowed: Readonly<Record<PdfaPart, ReadonlySet<string>>> = {
  1: new Set(lasting),
  2: new Set([...lasting, ...later]),
  3: new Set([...lasting, ...later]),
};

/** Flags (PDF 32000-1, table 165; ISO 32000-2, table 167). */
const flags = {
  invisible: 1,
  hidden: 2,
  print: 4,
  noZoom: 8,
  noRotate: 16,
  noView: 32,
  toggleNoView: 256,
} as const;
const hiding = flags.hidden | flags.noView;
const cleared = flags.invisible | flags.hidden | flags.noView | flags.toggleNoView;

/** Rules about the annotations of pages (ISO 19005-1, 6.5; ISO 19005-2 and -3, 6.3). */
export interface AnnotationRules {
  part: PdfaPart;
  /** The components of the output intent's profile. */
  intent: Components;
  appearances: AnnotationAppearances;
  /** Whether the annotation's file may stay. */
  keepsFile: (specification: PDFObject) => boolean;
  changes: Changes;
}

/** Makes the annotations of all pages conform. What is hidden stays hidden, and what is shown keeps its look. */
export function conformAnnotations(document: BuiltDocument, rules: AnnotationRules): void {
  const { context, pages, budget } = document;
  /** Pages can share a list. */
  const lists = new Map<PDFObject, PDFObject>();
  for (const ref of pages) {
    if (!mayHaveAnnotations(document, ref)) continue;
    const page = context.lookup(ref, PDFDict);
    const list = arrayAt(page, keys.Annots);
    if (!list) continue;
    const known = lists.get(list);
    if (known) {
      if (known !== list) page.set(keys.Annots, known);
      continue;
    }
    budget.read(annotationBytes * list.size());
    const entries = list.asArray();
    const kept = entries.filter((entry) => {
      const annotation = resolved(context, entry);
      return annotation instanceof PDFDict && conformAnnotation(annotation, page, rules);
    });
    const now = kept.length < entries.length ? arrayOf(context, kept) : list;
    lists.set(list, now);
    if (now !== list) page.set(keys.Annots, now);
  }
}

/** What an annotation takes, in bytes that count as read. */
const annotationBytes = 256;

/** @returns whether it stays */
function conformAnnotation(annotation: PDFDict, page: PDFDict, rules: AnnotationRules): boolean {
  const { part, changes, appearances } = rules;
  const subtype = nameAt(annotation, keys.Subtype);
  if (subtype === undefined) return false;
  const set = numberAt(annotation, keys.F) ?? 0;
  const isHidden = (set & hiding) !== 0 && subtype !== 'Popup';
  if (isHidden && subtype !== 'Widget') {
    changes.add('annotations', `${subtype}, which is hidden`);
    return false;
  }
  if (isHidden) hideWidget(annotation, appearances);
  else {
    const isDrawn = appearances.complete(annotation, page);
    if (!mayStay(annotation, subtype, isDrawn, rules)) return false;
  }
  const now = nameAt(annotation, keys.Subtype);
  const fixed = now === 'Text' && part === 1 ? flags.noZoom | flags.noRotate : 0;
  if (subtype !== 'Popup' || set !== 0) {
    annotation.set(keys.F, PDFNumber.of((set & ~cleared) | flags.print | fixed));
    if (!(set & flags.print) && !unprinted.has(subtype) && !isHidden) changes.add('shown', subtype);
  }
  if (part !== 1) return true;
  // An appearance shows the opacity and the colours (ISO 19005-1, 6.5.3).
  annotation.delete(keys.CA);
  if (rules.intent !== 3) for (const key of [keys.C, keys.IC]) annotation.delete(key);
  return true;
}

/** Types that print nothing, or where the flag is missing in most documents. */
const unprinted: ReadonlySet<string> = new Set(['Link', 'Popup', 'Widget']);

/**
 * A type that is not allowed becomes a stamp, which keeps its appearance: the picture of a video, for example.
 *
 * @param isDrawn whether it has an appearance
 */
function mayStay(
  annotation: PDFDict,
  subtype: string,
  isDrawn: boolean,
  { part, keepsFile, changes }: AnnotationRules,
): boolean {
  const file = annotation.get(keys.FS);
  const losesFile = file !== undefined && !keepsFile(file);
  if (allowed[part].has(subtype) && !losesFile) return true;
  if (!isMarkup(subtype)) changes.add('annotations', subtype);
  if (!isDrawn) return false;
  annotation.set(keys.Subtype, nameOf('Stamp'));
  for (const key of [keys.FS, keys.A, keys.Movie, keys.Sound, keys.RichMediaContent, keys.MK])
    annotation.delete(key);
  return true;
}

/** Types of which only the name is too new. */
const isMarkup = (subtype: string): boolean => later.includes(subtype);

/** A field without an area is not shown. Scripts could have shown it, and are removed. */
function hideWidget(widget: PDFDict, appearances: AnnotationAppearances): void {
  const { context } = widget;
  const [left, bottom] = rectOf(widget) ?? [0, 0];
  const corner = [left, bottom, left, bottom].map((value) => PDFNumber.of(value));
  widget.set(keys.Rect, arrayOf(context, corner));
  appearances.empty(widget);
}
