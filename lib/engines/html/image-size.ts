/**
 * Width and height in pixels of a PNG, JPEG or WebP, from its header.
 *
 * @throws Error when the bytes are in none of these formats
 */
export function imageSize(image: Buffer): { width: number; height: number } {
  const start = image.toString('latin1', 0, 16);
  if (start.startsWith('\x89PNG')) return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
  if (start.startsWith('\xff\xd8')) return jpegSize(image);
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return webpSize(image, start.slice(12, 16));
  throw new Error('It is neither a PNG, a JPEG nor a WebP.');
}

/** ISO/IEC 10918-1, B.2.2: the frame header, which follows other segments. */
function jpegSize(image: Buffer): { width: number; height: number } {
  for (let offset = 2; offset + 9 < image.length; offset += 2 + image.readUInt16BE(offset + 2)) {
    const marker = image.readUInt8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: image.readUInt16BE(offset + 5), width: image.readUInt16BE(offset + 7) };
  }
  throw new Error('The JPEG has no frame header.');
}

/** WebP Container Specification; VP8: RFC 6386, 9.1. */
function webpSize(image: Buffer, chunk: string): { width: number; height: number } {
  if (chunk === 'VP8X') return { width: image.readUIntLE(24, 3) + 1, height: image.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L') {
    const bits = image.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: image.readUInt16LE(26) & 0x3fff, height: image.readUInt16LE(28) & 0x3fff };
}
