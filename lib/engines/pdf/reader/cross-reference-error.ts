/**
 * The cross-reference is unreadable or wrong. A scan of the whole file may still find the objects (see
 * `with-repair.ts`).
 */
export class CrossReferenceError extends Error {
  override readonly name = 'CrossReferenceError';
  /** The bytes of the file, which identify the source. */
  readonly file: Uint8Array;

  constructor(message: string, file: Uint8Array) {
    super(message);
    this.file = file;
  }
}
