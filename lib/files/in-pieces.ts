/** Chunks are joined up to this length. In bytes. */
const pieceBytes = 256 * 1024;

/**
 * Joins small chunks into pieces of up to 256 KiB, in order. Larger chunks are passed on without a copy. A merged PDF
 * has two chunks for each page, and each write to a connection costs more than the copy of a chunk.
 */
export function* inPieces(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let length = 0;
  for (const chunk of chunks) {
    if (length > 0 && length + chunk.length > pieceBytes) {
      yield joined(piece, length);
      [piece, length] = [[], 0];
    }
    if (chunk.length >= pieceBytes) yield chunk;
    else {
      piece.push(chunk);
      length += chunk.length;
    }
  }
  if (length > 0) yield joined(piece, length);
}

function joined(piece: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = piece;
  return only && piece.length === 1 ? only : Buffer.concat(piece, length);
}
