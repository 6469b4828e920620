import * as z from 'zod';
import { limits } from '../limits.ts';
import { PageRangeError, parsePageRanges } from '../pdf/page-ranges.ts';

/** A comma list of page ranges, as far as it can be understood without the document. */
export const pageRangesField = z.string('must be text').transform((list, context) => {
  const fail = (message: string) => {
    context.addIssue({ code: 'custom', message, params: { code: 'invalid-range' } });
    return z.NEVER;
  };
  try {
    const items = parsePageRanges(list);
    return items.length > limits.splitRanges
      ? fail(`has ${items.length} ranges; at most ${limits.splitRanges} are allowed`)
      : items;
  } catch (error) {
    if (!(error instanceof PageRangeError)) throw error;
    return fail(error.message);
  }
});
