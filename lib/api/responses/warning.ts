import * as z from 'zod';
import { warningMeanings } from '../../base/warnings.ts';
import { savedBytes } from './saved-bytes.ts';

/** Information for the client about a result that is otherwise fine. */
export const warning = z
  .object({
    code: z.string().meta({
      description: `Warning code. New codes can be added.\n\n${Object.entries(warningMeanings)
        .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
        .join('\n')}`,
      examples: ['http-404'],
    }),
    message: z.string().meta({
      description: 'Explanation of the warning.',
      examples: ['https://example.com/logo.png returned status 404.'],
    }),
    url: z
      .string()
      .optional()
      .meta({
        description: 'URL of the resource that the warning is about, if any.',
        examples: ['https://example.com/logo.png'],
      }),
    conformance: z
      .string()
      .optional()
      .meta({ description: 'Standard and level. Only for `conformance-dropped`.', examples: ['PDF/A-2b'] }),
    font: z
      .string()
      .optional()
      .meta({
        description: 'Font that the document or page requests. Only for `font-substituted`.',
        examples: ['Georgia'],
      }),
    by: z
      .string()
      .optional()
      .meta({
        description: 'Font in which the text is shown. Only for `font-substituted`.',
        examples: ['TeX Gyre Pagella'],
      }),
    characters: z
      .string()
      .optional()
      .meta({
        description:
          'Characters that no available font contains: up to 20, and not always all of them. Only for `glyphs-missing`.',
        examples: ['ᏣᎳᎩ'],
      }),
    language: z
      .string()
      .optional()
      .meta({
        description:
          'Language that the result states (BCP 47); `zxx` if the document has no words. Only for `language-detected`.',
        examples: ['de'],
      }),
    host: z
      .string()
      .optional()
      .meta({
        description: 'Host of the URL in `deliverTo`. Only for `not-delivered`.',
        examples: ['bucket.s3.amazonaws.com'],
      }),
    saved: savedBytes
      .optional()
      .meta({ description: 'Bytes that compression saved, by category. Only for `compressed`.' }),
  })
  .meta({ id: 'Warning' });

export type Warning = z.output<typeof warning>;
