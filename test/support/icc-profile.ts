/** An ICC profile (ICC.1, 7.2) without tags: as much as readers of pictures check. `space`: `GRAY`, `RGB ` or `CMYK`. */
export function iccProfile(space: string, length = 200): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(length, 0);
  bytes.write(space, 16, 'latin1');
  bytes.write('acsp', 36, 'latin1');
  return bytes;
}
