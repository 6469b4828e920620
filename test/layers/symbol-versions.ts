/**
 * A symbol version, such as `GLIBC_2.34`, that a file requires of a library: the loader rejects the file without it.
 */
export interface RequiredVersion {
  library: string;
  version: string;
}

const SHT_GNU_VERDEF = 0x6ffffffd;
const SHT_GNU_VERNEED = 0x6ffffffe;

interface VersionSection {
  offset: number;
  entries: number;
  /** Returns the text at an offset of its string table. */
  text: (offset: number) => string;
}

/** The symbol versions that a 64-bit little-endian ELF file requires. Source: LSB Core, "Symbol Versioning". */
export function requiredVersions(bytes: Buffer): RequiredVersion[] {
  const section = findSection(bytes, SHT_GNU_VERNEED);
  if (!section) return [];
  const { offset, entries, text } = section;
  const required: RequiredVersion[] = [];
  let at = offset;
  for (let entry = 0; entry < entries; entry += 1) {
    const library = text(bytes.readUInt32LE(at + 4));
    let versionAt = at + bytes.readUInt32LE(at + 8);
    for (let left = bytes.readUInt16LE(at + 2); left > 0; left -= 1) {
      required.push({ library, version: text(bytes.readUInt32LE(versionAt + 8)) });
      versionAt += bytes.readUInt32LE(versionAt + 12);
    }
    at += bytes.readUInt32LE(at + 12);
  }
  return required;
}

/** The symbol versions that a library defines. */
export function definedVersions(bytes: Buffer): string[] {
  const section = findSection(bytes, SHT_GNU_VERDEF);
  if (!section) return [];
  const { offset, entries, text } = section;
  const defined: string[] = [];
  let at = offset;
  for (let entry = 0; entry < entries; entry += 1) {
    // The first name is the version's own; the following ones are those it extends.
    defined.push(text(bytes.readUInt32LE(at + bytes.readUInt32LE(at + 12))));
    at += bytes.readUInt32LE(at + 16);
  }
  return defined;
}

function findSection(bytes: Buffer, wanted: number): VersionSection | undefined {
  const table = Number(bytes.readBigUInt64LE(40));
  const entrySize = bytes.readUInt16LE(58);
  const place = (index: number): number => table + index * entrySize;
  for (let index = 0; index < bytes.readUInt16LE(60); index += 1) {
    const at = place(index);
    if (bytes.readUInt32LE(at + 4) !== wanted) continue;
    const strings = Number(bytes.readBigUInt64LE(place(bytes.readUInt32LE(at + 40)) + 24));
    return {
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      entries: bytes.readUInt32LE(at + 44),
      text: (offset) => bytes.toString('latin1', strings + offset, bytes.indexOf(0, strings + offset)),
    };
  }
  return undefined;
}
