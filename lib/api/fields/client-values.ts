import type * as z from 'zod';

const typeNames = new Map<string, string>([
  ['string', 'a string'],
  ['number', 'a number'],
  ['int', 'an integer'],
  ['boolean', 'true or false'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['array', 'an array'],
]);

/** How values of clients are parsed: issues have the value, and name the valid type if it has another one. */
export const clientValues = {
  reportInput: true,
  error: (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code !== 'invalid_type') return undefined;
    return issue.input === undefined
      ? 'is required'
      : `must be ${typeNames.get(issue.expected) ?? issue.expected}`;
  },
} as const;
