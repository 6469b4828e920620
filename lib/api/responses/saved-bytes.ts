import * as z from 'zod';

const bytes = (description: string) => z.int().meta({ description, examples: [12_345] });

/** What the compression of a PDF saved, by category. */
export const savedBytes = z.object({
  images: bytes('Images that are encoded better, or have fewer pixels.'),
  fonts: bytes('Font programs that are encoded better.'),
  content: bytes('Page content and all other streams that are encoded better.'),
  duplicates: bytes('Duplicate streams.'),
  unused: bytes('Unreferenced streams.'),
  structure: bytes('Objects that are not streams, and the cross-reference table.'),
});

export type SavedBytes = z.output<typeof savedBytes>;
