/** Version and flags, which begin some kinds of boxes. */
export const versionBytes = 4;

export const bufferOf = (file: Uint8Array): Buffer => Buffer.from(file.buffer, file.byteOffset, file.length);

const pictures = 'avif';
const sequences = 'avis';

/** The brands of a file: the main one, its version, and those that it is compatible with. */
function brandsOf(file: Uint8Array): string[] {
  const bytes = bufferOf(file);
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), mostBrandBytes);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

const mostBrandBytes = 256;

export const isAvif = (file: Uint8Array): boolean =>
  brandsOf(file).some((brand) => brand === pictures || brand === sequences);

export const isAvifSequence = (file: Uint8Array): boolean => brandsOf(file).includes(sequences);
