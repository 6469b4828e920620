/** The bytes of a written document in one piece. */
export const bytesOfChunks = ({
  chunks,
  byteLength,
}: {
  chunks: readonly Uint8Array[];
  byteLength: number;
}): Uint8Array => Buffer.concat(chunks, byteLength);
