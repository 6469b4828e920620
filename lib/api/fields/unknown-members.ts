import type * as z from 'zod';
import { shownName } from '../../base/shortened.ts';

/** Maximum number of unknown members that a message names. */
const maxShownKeys = 5;

/** The message of a strict object about members that it does not know. */
export const unknownMembers = {
  error: (issue: z.core.$ZodRawIssue): string | undefined =>
    issue.code === 'unrecognized_keys'
      ? `has unknown members: ${issue.keys.slice(0, maxShownKeys).map(shownName).join(', ')}`
      : undefined,
};
