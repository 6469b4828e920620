import * as z from 'zod';
import { documented } from './documented.ts';
import { commentModes, trackedChangesModes } from '../../engines/office/pdf-options.ts';
import { paperName, paperNames } from './lengths.ts';

/** @param margin where the mode `margin` puts comments of that kind of document */
export const commentsField = (margin: string) =>
  documented(
    z
      .enum(commentModes, { error: 'must be none or margin' })
      .optional()
      .transform((mode) => mode ?? 'none'),
    `Where comments are: \`none\` leaves them out, \`margin\` puts them ${margin}.`,
    { enum: commentModes, default: 'none', examples: ['margin'] },
  );

export const trackedChangesField = documented(
  z
    .enum(trackedChangesModes, { error: 'must be final or show' })
    .optional()
    .transform((mode) => mode ?? 'final'),
  'What becomes of tracked changes: `final` converts the document as if all were accepted, `show` marks insertions ' +
    'and deletions in the text.',
  { enum: trackedChangesModes, default: 'final', examples: ['show'] },
);

/** @param units what has a page size of its own */
export const paperField = (units: string) =>
  documented(
    z
      .string()
      .optional()
      .transform((name, context) => {
        const known = paperName(name ?? 'A4');
        if (known !== undefined) return known;
        context.addIssue({ code: 'custom', message: `must be one of ${paperNames.join(', ')}` });
        return z.NEVER;
      }),
    `Size of the paper for ${units} that specify none, in any case of letters.`,
    { enum: paperNames, default: 'A4', examples: ['Letter'] },
  );
