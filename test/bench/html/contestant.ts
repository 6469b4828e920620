import type { Sample } from './sample.ts';

/** Somebody who renders pages. */
export interface Contestant {
  name: string;
  /** The PDF or PNG; undefined for what it cannot make. @throws Error when it fails */
  render(sample: Sample): Promise<Uint8Array | undefined>;
}
