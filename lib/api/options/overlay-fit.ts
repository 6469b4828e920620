import * as z from 'zod';

const lineAlignment = z.enum(['left', 'center', 'right']);

export type LineAlignment = z.output<typeof lineAlignment>;

/** How an overlay is fitted to each page that shows it, as for clients of Gotenberg. No field sets it. */
export const overlayFit = z.object({
  /**
   * Relative: the share of the page's width that text takes, and an image or PDF unless it is higher than wide; then the
   * share of the page's height. Absolute: a factor of the content's own size, where a pixel is a point.
   */
  scale: z.object({ factor: z.number().positive(), isRelative: z.boolean() }),
  /** The diagonal of the page that the longer side of the content follows, in place of a rotation. */
  diagonal: z.enum(['rising', 'falling']).optional(),
  /** What separates the lines of a text, and how they are aligned. Absent: a text has one line. */
  lines: z.object({ separator: z.string(), align: lineAlignment }).optional(),
  /** What stands for names in braces, in place of `date` and `fileName`. */
  values: z.record(z.string(), z.string()).optional(),
});

export type OverlayFit = z.output<typeof overlayFit>;

/**
 * The fits of all overlays, in their order. Of a PDF with several pages, each page is drawn on the page with the same
 * number, and the last one on all further pages. Pages are rotated together with such overlays.
 */
export const overlayFits = z.object({
  watermark: z.array(overlayFit).optional(),
  stamp: z.array(overlayFit).optional(),
});

export type OverlayFits = z.output<typeof overlayFits>;
