import type { FieldModes } from './field-modes.ts';

/** The ways to split a PDF. */
export const splitModes = ['ranges', 'every', 'bookmarks', 'size'] as const;

/** The fields that each of them requires. */
export const splitModeFields = {
  field: 'mode',
  byDefault: 'ranges',
  required: { ranges: ['ranges'], every: ['span'], bookmarks: [], size: ['maxBytes'] },
} as const satisfies FieldModes<(typeof splitModes)[number]>;
