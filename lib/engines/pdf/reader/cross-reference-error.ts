/**
 * The cross-reference does not lead to what it promises, or cannot be read. Reading the whole file may still find the
 * objects (see `with-repair.ts`).
 */
export class CrossReferenceError extends Error {
  override readonly name = 'CrossReferenceError';
  /** The bytes of the file concerned, by which the source is recognised. */
  readonly file: Uint8Array;

  constructor(message: string, file: Uint8Array) {
    super(message);
    this.file = file;
  }
}
