import { dictAt, nameAt, numberAt, resolved } from '../../assembly/lookup.ts';
import type { Box } from '../../assembly/pages/page-view.ts';
import { keys } from '../../keys.ts';
import { type PDFContext, PDFDict, type PDFObject, PDFRef } from '../../objects.ts';
import { boxAt } from './geometry.ts';

/**
 * What becomes of annotations: widgets of form fields (`form`) and others (`annotation`) become content, a `popup` goes
 * with its parent, and what viewers do more with than showing it (`interactive`) stays as it is.
 */
export type AnnotationKind = 'form' | 'annotation' | 'popup' | 'interactive';

/** An annotation of a page (PDF 32000-1, 12.5.2). */
export interface Annotation {
  /** Undefined for a dictionary in the page's array. */
  ref: PDFRef | undefined;
  dict: PDFDict;
  subtype: string;
  kind: AnnotationKind;
}

/** What becomes of each type (PDF 32000-1, table 169; ISO 32000-2, table 171) that is not an `annotation`. */
const kinds: ReadonlyMap<string, AnnotationKind> = new Map([
  ['Widget', 'form'],
  ['Popup', 'popup'],
  ...['Link', 'Movie', 'Screen', 'Sound', '3D', 'RichMedia', 'TrapNet', 'Projection'].map(
    (subtype) => [subtype, 'interactive'] as const,
  ),
]);

/** The annotation that an entry of a page's array stands for; undefined if it is none. */
export function annotationOf(context: PDFContext, entry: PDFObject): Annotation | undefined {
  const dict = resolved(context, entry);
  const subtype = dict instanceof PDFDict ? nameAt(dict, keys.Subtype) : undefined;
  if (!(dict instanceof PDFDict) || subtype === undefined) return undefined;
  const ref = entry instanceof PDFRef ? entry : undefined;
  return { ref, dict, subtype, kind: kinds.get(subtype) ?? 'annotation' };
}

/** Flags of annotations (PDF 32000-1, table 165). */
const flags = { hidden: 2, noRotate: 16, noView: 32 } as const;

const flagsOf = (dict: PDFDict): number => numberAt(dict, keys.F) ?? 0;

/** Whether a viewer shows the annotation on the screen. */
export const isVisible = (dict: PDFDict): boolean => (flagsOf(dict) & (flags.hidden | flags.noView)) === 0;

/** Whether the annotation stays upright when its page is rotated. */
export const staysUpright = (dict: PDFDict): boolean => (flagsOf(dict) & flags.noRotate) !== 0;

/** Its rectangle; undefined if it has none. */
export const rectOf = (dict: PDFDict): Box | undefined => boxAt(dict, keys.Rect);

/** Whether the annotation is a reply to another one. Viewers list replies, and do not draw them. */
export const isReply = (dict: PDFDict): boolean =>
  dictAt(dict, keys.IRT) !== undefined && nameAt(dict, keys.RT) !== 'Group';
