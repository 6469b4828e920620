import * as z from 'zod';
import { AppError } from '../../base/app-error.ts';
import { dayOf, millisecondsPerDay } from '../../base/days.ts';

/** The longest period of one request, in days, both ends inclusive. */
const longestPeriod = 92;
/** The default period, in days. */
const usualPeriod = 30;

const day = (description: string) =>
  z.iso
    .date('must be a date such as 2026-11-22')
    .optional()
    .meta({ description, examples: ['2026-11-22'] });

const daysBefore = (date: string, days: number): string =>
  dayOf(Date.parse(date) - days * millisecondsPerDay);

/** The UTC days that a request selects, both inclusive. */
export const usageQuery = z.strictObject({
  from: day(`First day of the period. Default: the first of the ${usualPeriod} days that end with \`to\`.`),
  to: day('Last day of the period. Default: today.'),
});

/**
 * Returns the period of a query, with its defaults.
 *
 * @throws AppError `invalid-field` when the period ends before it begins, or is too long
 */
export function usagePeriod({ from, to = dayOf(Date.now()) }: z.output<typeof usageQuery>): {
  from: string;
  to: string;
} {
  const first = from ?? daysBefore(to, usualPeriod - 1);
  const days = (Date.parse(to) - Date.parse(first)) / millisecondsPerDay + 1;
  if (days >= 1 && days <= longestPeriod) return { from: first, to };
  const latest = days < 1 ? `not after ${to}` : `${daysBefore(to, longestPeriod - 1)} or later`;
  throw AppError.inField(
    'invalid-field',
    'from',
    `must be ${latest}: a period has 1 to ${longestPeriod} days, and this one ends on ${to}`,
  );
}

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

export const usageExample = {
  from: '2026-11-01',
  to: '2026-11-22',
  days: [
    {
      date: '2026-11-22',
      operations: {
        'merge-pdf': { conversions: 3, documents: 7, bytesIn: 84_120, bytesOut: 80_011, milliseconds: 214 },
        'docx-to-pdf': { conversions: 1, documents: 1, bytesIn: 9_310, bytesOut: 24_870, milliseconds: 640 },
      },
    },
  ],
};

export const usageResponse = z
  .object({
    from: z.iso.date().meta({ description: 'First day of the period, in UTC.', examples: ['2026-11-01'] }),
    to: z.iso.date().meta({ description: 'Last day of the period, in UTC.', examples: ['2026-11-22'] }),
    days: z
      .array(
        z.object({
          date: z.iso.date().meta({ description: 'Day, in UTC.', examples: ['2026-11-22'] }),
          operations: z
            .record(
              z.string(),
              z.object({
                conversions: count('Number of completed conversions.', 3),
                documents: count(
                  'Number of input documents: the files of a merge, otherwise one per conversion.',
                  7,
                ),
                bytesIn: count('Total size of the input files in bytes.', 84_120),
                bytesOut: count('Total size of the results in bytes.', 80_011),
                milliseconds: count('Total processing time in milliseconds.', 214),
              }),
            )
            .meta({
              description: 'Totals by operation: `merge-pdf`, `html-url`, or the type of a job.',
              examples: [usageExample.days[0]?.operations],
            }),
        }),
      )
      .meta({ description: 'Days in chronological order.' }),
  })
  .meta({ id: 'Usage', description: 'Completed conversions of a key.' });
