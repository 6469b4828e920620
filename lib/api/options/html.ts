import * as z from 'zod';
import { imageDefaults, pageDefaults, pdfDefaults } from '../fields/html/defaults.ts';
import { imageFields, layoutFields, pageFields } from '../fields/html/fields.ts';
import { paper } from '../fields/lengths.ts';
import { optionsSchema } from './values.ts';

const inches = z.number();

/** How a page is loaded. No field sets the further members, which clients of Gotenberg expect. */
export const pageOptions = optionsSchema(pageFields, pageDefaults).extend({
  /** Whether a page that is printed is loaded for the screen. Default: no. */
  loadsForScreen: z.boolean().optional(),
  /** Whether the element of `waitForSelector` must have a box. Default: no. */
  waitsForBox: z.boolean().optional(),
  /** Number of requests that may be pending when the network counts as idle. Default: the network is not waited for. */
  idleRequests: z.int().optional(),
});
export type PageOptions = z.output<typeof pageOptions>;

/** How a page is printed. Lengths in inches. The paper is in portrait format, and `landscape` turns it. */
export const pdfOptions = optionsSchema(layoutFields, pdfDefaults).extend({
  paper,
  margins: z.object({ top: inches, right: inches, bottom: inches, left: inches }),
  // No field sets these, which clients of Gotenberg expect.
  /** Whether a single page ends at forced page breaks, and others follow. Default: no. */
  keepsBreaks: z.boolean().optional(),
  /** Size of the window before printing, in CSS pixels. Default: 1280 × 800. */
  window: z.object({ width: z.int(), height: z.int() }).optional(),
  /** Whether all colors are printed, and without `printBackground` all but the background of the page. Default: no. */
  exactColors: z.boolean().optional(),
});
export type PdfOptions = z.output<typeof pdfOptions>;

/** How a page is rendered to an image. Width and height of the viewport in CSS pixels. */
export const imageOptions = optionsSchema(imageFields, imageDefaults);
export type ImageOptions = z.output<typeof imageOptions>;

/** The output format of a rendering, with the options of that format. */
export const outputOptions = z.discriminatedUnion('format', [
  z.object({ format: z.literal('pdf'), pdf: pdfOptions }),
  z.object({ format: z.enum(['png', 'jpeg', 'webp']), image: imageOptions }),
]);
export type OutputOptions = z.output<typeof outputOptions>;

/** How a page is rendered: loaded, and then printed or captured. */
export const renderingOptions = z.intersection(z.object({ page: pageOptions }), outputOptions);
export type RenderOptions = z.output<typeof renderingOptions>;

/** The page that a conversion of a URL renders. */
export const urlOptions = z.object({ url: z.url(), failOnHttpError: z.boolean() });
export type UrlOptions = z.output<typeof urlOptions>;

export type RenderFormat = OutputOptions['format'];
export type ImageFormat = Exclude<RenderFormat, 'pdf'>;
