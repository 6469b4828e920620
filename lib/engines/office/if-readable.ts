import { FormatError } from '../../base/random-access.ts';

/** What `read` finds; undefined if the part is malformed. LibreOffice decides whether the document is readable without it. */
export const ifReadable = <T>(read: () => Promise<T | undefined>): Promise<T | undefined> =>
  read().catch((error: unknown) => {
    if (error instanceof FormatError) return undefined;
    throw error;
  });
