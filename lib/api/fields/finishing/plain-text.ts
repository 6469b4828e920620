import * as z from 'zod';

/** The fault of text that no viewer shows. */
export const unprintable = 'must not contain control characters or unpaired surrogates';

/** One line of text that a viewer shows: no control characters, and no half of a surrogate pair. */
export const plainText = (most: number) =>
  z
    .string('must be a string')
    .max(most, { error: `must have at most ${most} characters`, abort: true })
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), unprintable);
