import type { Box } from '../../../assembly/pages/page-view.ts';
import type { PDFDict, PDFRef } from '../../../objects.ts';
import type { TextDrawing } from '../../overlays/drawable.ts';

/** What shows an annotation that has no appearance, in the default user space of its page. */
export interface Sketch {
  /** Operators. */
  content: string;
  /** What they cover. */
  ink: Box;
  /** The forms that they draw, by name. */
  forms?: Readonly<Record<string, PDFRef>>;
  /** Whether it darkens what is beneath it, as a text marker does. */
  multiplies?: boolean;
}

/**
 * Draws an annotation by its entries. Null if they show nothing; undefined if a text is needed and there are no fonts.
 *
 * @param texts draws texts, if there are fonts
 */
export type Sketcher = (
  annotation: PDFDict,
  rect: Box,
  texts: TextDrawing | undefined,
) => Sketch | null | undefined;
