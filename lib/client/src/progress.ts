import { sizeOf } from './input-form.ts';

/** How much of the files of a call has been sent, in bytes. */
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
   * Returns what reports the bytes of one request.
   *
   * @param size of its body in bytes, of which `weight` are files
   */
  part(size: number, weight: number): ((bytes: number) => void) | undefined {
    const onProgress = this.#onProgress;
    if (!onProgress || weight === 0) return undefined;
    let reported = 0;
    return (bytes) => {
      const now = Math.floor((Math.min(bytes, size) / size) * weight);
      // A retry starts from zero; the reported sum does not go back.
      if (now <= reported) return;
      this.#sent += now - reported;
      reported = now;
      onProgress({ sent: this.#sent, total: this.#total });
    };
  }
}
