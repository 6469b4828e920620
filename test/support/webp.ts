/** A chunk of a WebP (RFC 9649). */
export function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

/** A WebP of these chunks. */
export const webp = (...chunks: readonly Buffer[]): Buffer =>
  webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));

/** The picture of a simple WebP in an extended one, on a canvas of that size, after other chunks. */
export function extendedWebp(
  simple: Buffer,
  { width, height }: { width: number; height: number },
  ...chunks: readonly Buffer[]
): Buffer {
  const header = Buffer.alloc(10);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return webp(webpChunk('VP8X', header), ...chunks, simple.subarray(12));
}
