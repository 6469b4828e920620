/**
 * Results by the stream data that they are made from. The parts of a split share most streams, and their data are views
 * of the same buffers.
 */
export class DataCache<T> {
  readonly #byBuffer = new WeakMap<ArrayBufferLike, Map<string, T>>();

  /**
   * @param use all else that the result depends on
   * @param make called once for equal arguments
   */
  of(data: Uint8Array, use: string, make: () => T): T {
    const known = this.#byBuffer.get(data.buffer) ?? new Map<string, T>();
    this.#byBuffer.set(data.buffer, known);
    const key = `${data.byteOffset} ${data.length} ${use}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make();
    known.set(key, made);
    return made;
  }
}
