import type { SavedBytes } from '../../../../api/responses/saved-bytes.ts';
import type { BuiltDocument } from '../built-document.ts';

/** Makes the results of a request smaller. Few requests load its code. */
export interface Compression {
  /** Makes the objects of a document smaller. */
  compress(document: BuiltDocument): Savings;
}

/** The best level of zlib. */
export const bestLevel = 9;

/** The bytes that each measure saved, without `structure`, which only the written file shows. */
export type Savings = Omit<SavedBytes, 'structure'>;

export const noSavings: Savings = { images: 0, fonts: 0, content: 0, duplicates: 0, unused: 0 };
