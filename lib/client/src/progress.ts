import { sizeOf } from './input-form.ts';

/** Progress of sending the files of a call, in bytes. */
export interface SendProgress {
  sent: number;
  total: number;
}

/** Adds up the progress of several requests. */
export class ProgressSum {
  readonly #total: number;
  readonly #onProgress: ((progress: SendProgress) => void) | undefined;
  #sent = 0;

  constructor(files: readonly Blob[], onProgress: ((progress: SendProgress) => void) | undefined) {
    this.#total = sizeOf(files);
    this.#onProgress = onProgress;
  }

  /**
   * Returns a function that reports the bytes sent by one request.
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
