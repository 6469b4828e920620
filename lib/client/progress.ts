import { sizeOf } from './input-form.ts';

/** How much of the files of a call is on the other side, in bytes. */
export interface SendProgress {
  sent: number;
  total: number;
}

/** Adds up what several requests have sent of their files. */
export class ProgressSum {
  readonly #total: number;
  readonly #onProgress: ((progress: SendProgress) => void) | undefined;
  #sent = 0;

  constructor(files: readonly Blob[], onProgress: ((progress: SendProgress) => void) | undefined) {
    this.#total = sizeOf(files);
    this.#onProgress = onProgress;
  }

  /**
   * What to tell of the bytes that one request has sent.
   *
   * @param size of its body, of which only `weight` bytes are files
   */
  part(size: number, weight: number): ((bytes: number) => void) | undefined {
    const onProgress = this.#onProgress;
    if (!onProgress || weight === 0) return undefined;
    let told = 0;
    return (bytes) => {
      const now = Math.floor((Math.min(bytes, size) / size) * weight);
      // Another try begins anew; what was told stands until it is further.
      if (now <= told) return;
      this.#sent += now - told;
      told = now;
      onProgress({ sent: this.#sent, total: this.#total });
    };
  }
}
