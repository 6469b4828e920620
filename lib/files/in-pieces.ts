/** Chunks are joined up to this length. In bytes. */
const pieceBytes = 256 * 1024;

/**
 * Joins small chunks into pieces of up to 256 KiB, in order. Larger chunks are passed on without a copy. A merged PDF
 * has two chunks for each page, and each write to a connection costs more than the copy of a chunk.
 *
 * @param take returns memory of that many bytes for a piece; new memory by default
 */
export function* inPieces(
  chunks: Iterable<Uint8Array>,
  take: (size: number) => Uint8Array = (size) => Buffer.allocUnsafeSlow(size),
): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let length = 0;
  for (const chunk of chunks) {
    if (length > 0 && length + chunk.length > pieceBytes) {
      yield joined(piece, length, take);
      [piece, length] = [[], 0];
    }
    if (chunk.length >= pieceBytes) yield chunk;
    else {
      piece.push(chunk);
      length += chunk.length;
    }
  }
  if (length > 0) yield joined(piece, length, take);
}

function joined(
  piece: readonly Uint8Array[],
  length: number,
  take: (size: number) => Uint8Array,
): Uint8Array {
  const [only] = piece;
  if (only && piece.length === 1) return only;
  // All pieces have memory of one size, so that it fits the next response.
  const bytes = take(pieceBytes);
  let at = 0;
  for (const chunk of piece) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.subarray(0, length);
}
