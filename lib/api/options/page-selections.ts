import * as z from 'zod';

/** Pages of rotations and overlays, in the grammar of `PageSelection`. An empty selection is all pages. */
export const pageSelections = z.object({
  /** For all entries of `rotate`. */
  rotate: z.string().optional(),
  /** One for each entry of `watermark`. */
  watermark: z.array(z.string()).optional(),
  /** One for each entry of `stamp`. */
  stamp: z.array(z.string()).optional(),
});

export type PageSelections = z.output<typeof pageSelections>;
