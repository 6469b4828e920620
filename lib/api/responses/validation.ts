import * as z from 'zod';

const described = <T extends z.ZodType>(schema: T, description: string, example: unknown): T =>
  schema.meta({ description, examples: [example] });

/** Whether a PDF conforms to a standard. */
export const validation = z
  .object({
    conformance: described(
      z.string(),
      'The standard that the PDF was validated against, as in the request. If the PDF claims PDF/A and PDF/UA and the request names none, both with a comma between them.',
      '2b',
    ),
    valid: described(z.boolean(), 'Whether the PDF conforms to it.', false),
    failures: described(
      z.array(
        z.object({
          clause: described(
            z.string(),
            'The standard and its clause that the PDF does not meet.',
            'ISO 19005-2, 6.2.11.4.1',
          ),
          message: described(z.string(), 'What is wrong.', "the font 'Arial' is not embedded"),
          pages: described(
            z.array(z.int().positive()),
            'The first 50 pages with it. Empty if it concerns the whole file, or pages are not known.',
            [1, 3],
          ),
        }),
      ),
      'At most 100 of the requirements that the PDF does not meet, each once. Empty for a valid PDF.',
      [],
    ),
  })
  .meta({ id: 'Validation', description: 'Whether a PDF conforms to a standard.' });

export type Validation = z.output<typeof validation>;

export const validationExample: Validation = {
  conformance: '2b',
  valid: false,
  failures: [
    { clause: 'ISO 19005-2, 6.2.11.4.1', message: "the font 'Arial' is not embedded", pages: [1, 3] },
  ],
};
