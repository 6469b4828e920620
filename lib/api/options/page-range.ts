import * as z from 'zod';

const page = z.int().positive();

/** A page range as the fields parse it. */
export const pageRange = z.intersection(
  z.object({ text: z.string() }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('span'), first: page, last: page }),
    z.object({ kind: z.literal('from'), first: page }),
    z.object({ kind: z.literal('last'), count: page }),
  ]),
);
