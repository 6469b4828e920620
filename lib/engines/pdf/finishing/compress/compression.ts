import type { SavedBytes } from '../../../../api/responses/saved-bytes.ts';
import type { ImageCompression } from './images/reduce-images.ts';
import type { LosslessTools } from './lossless-stream.ts';

/** How the results of a request are made smaller. */
export interface Compression {
  lossless: LosslessTools;
  /** Images lose detail, if present. */
  images?: ImageCompression | undefined;
}

/** The bytes that each measure saved, without `structure`, which only the written file shows. */
export type Savings = Omit<SavedBytes, 'structure'>;

export const noSavings: Savings = { images: 0, fonts: 0, content: 0, duplicates: 0, unused: 0 };
