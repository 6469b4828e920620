import * as z from 'zod';
import { shownName } from '../../base/shortened.ts';

/** Maximum number of unknown members that a message names. */
const maxShownKeys = 5;

/** The message of a strict object about members that it does not know. It names those that the object can have. */
export const unknownMembers = {
  error: ({ code, keys, inst }: z.core.$ZodRawIssue): string | undefined => {
    if (code !== 'unrecognized_keys') return undefined;
    const unknown = keys.slice(0, maxShownKeys).map(shownName).join(', ');
    const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
    return `has unknown properties: ${unknown}; valid properties are ${known.join(', ')}`;
  },
};
