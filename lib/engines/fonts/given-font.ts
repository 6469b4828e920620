import type { FontFile } from './font-file.ts';

/** A font that a request brought for its conversion alone. */
export interface GivenFont extends FontFile {
  /** The field it came in: `fonts[0]`. */
  field: string;
}
