import * as z from 'zod';
import { maxRangesLength, PageRangeError, parsePageRanges } from '../../base/page-ranges.ts';
import { documented } from './documented.ts';

/**
 * Returns the pattern of a comma-separated list of page ranges, for the description. A pattern cannot express that a
 * range must not end before it starts.
 *
 * @param fromEnd whether `-n` is allowed
 * @param most maximum number of items in a list
 */
export function pageRangesPattern({ fromEnd, most }: { fromEnd: boolean; most?: number }): string {
  const page = '0*[1-9][0-9]*';
  const span = `${page}(-(${page})?)?`;
  const item = String.raw`\s*(${fromEnd ? `${span}|-${page}` : span})\s*`;
  return `^${item}(,${item})${most === undefined ? '*' : `{0,${most - 1}}`}$`;
}

/**
 * A comma-separated list of page ranges, parsed as far as possible without the document.
 *
 * @param most maximum number of items, besides that of characters
 */
export const pageRangesField = (description: string, most?: number) =>
  documented(
    z.string('must be a string').transform((list, context) => {
      const fail = (message: string) => {
        context.addIssue({ code: 'custom', message, params: { code: 'invalid-range' } });
        return z.NEVER;
      };
      try {
        const items = parsePageRanges(list);
        return most !== undefined && items.length > most
          ? fail(`must have at most ${most} ranges, not ${items.length}`)
          : items;
      } catch (error) {
        if (!(error instanceof PageRangeError)) throw error;
        return fail(error.message);
      }
    }),
    description,
    {
      maxLength: maxRangesLength,
      pattern: pageRangesPattern(most === undefined ? { fromEnd: true } : { fromEnd: true, most }),
      examples: ['1-3,5,7-'],
    },
  );
