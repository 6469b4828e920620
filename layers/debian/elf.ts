/** What the dynamic loader reads of a 64-bit little-endian ELF file. */
export interface DynamicSection {
  /** Names of the libraries to load with it (DT_NEEDED), in file order. */
  readonly needed: readonly string[];
  /** Its name in the DT_NEEDED of others (DT_SONAME). */
  readonly soname?: string;
}

const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const DT_NULL = 0n;
const DT_NEEDED = 1n;
const DT_STRTAB = 5n;
const DT_SONAME = 14n;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: bigint;
  readonly fileSize: number;
}

/** Whether the bytes start like an ELF file. */
export const isElf = (bytes: Buffer): boolean => bytes.length >= 64 && bytes.readUInt32BE(0) === 0x7f454c46; // "\x7fELF"

/**
 * Reads the dynamic section; a static file has none: `{ needed: [] }`. Source: System V ABI, chapters 4 "ELF Header"
 * and 5 "Program Header", "Dynamic Section".
 *
 * @throws Error when the file is not x86-64 ELF
 */
export function readDynamicSection(bytes: Buffer): DynamicSection {
  if (!isElf(bytes)) throw new Error('Not an ELF file.');
  if (bytes[4] !== 2 || bytes[5] !== 1) throw new Error('Not a 64-bit little-endian ELF file.');
  const segments = readSegments(bytes);
  const dynamic = segments.find(({ type }) => type === PT_DYNAMIC);
  if (!dynamic) return { needed: [] };

  const entries: [tag: bigint, value: bigint][] = [];
  for (let at = dynamic.offset; at + 16 <= dynamic.offset + dynamic.fileSize; at += 16) {
    const tag = bytes.readBigUInt64LE(at);
    if (tag === DT_NULL) break;
    entries.push([tag, bytes.readBigUInt64LE(at + 8)]);
  }
  const value = (wanted: bigint): bigint | undefined => entries.find(([tag]) => tag === wanted)?.[1];
  const tableAddress = value(DT_STRTAB);
  if (tableAddress === undefined)
    throw new Error('The ELF file has a dynamic section without a string table.');
  const table = fileOffset(segments, tableAddress);
  const text = (offset: bigint): string => {
    const start = table + Number(offset);
    const end = bytes.indexOf(0, start);
    if (start >= bytes.length || end < 0) throw new Error('The ELF file names a string outside of itself.');
    return bytes.toString('latin1', start, end);
  };
  const soname = value(DT_SONAME);
  return {
    needed: entries.filter(([tag]) => tag === DT_NEEDED).map(([, offset]) => text(offset)),
    ...(soname !== undefined && { soname: text(soname) }),
  };
}

function readSegments(bytes: Buffer): Segment[] {
  const start = Number(bytes.readBigUInt64LE(32));
  const entrySize = bytes.readUInt16LE(54);
  const count = bytes.readUInt16LE(56);
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * entrySize;
    return {
      type: bytes.readUInt32LE(at),
      offset: Number(bytes.readBigUInt64LE(at + 8)),
      address: bytes.readBigUInt64LE(at + 16),
      fileSize: Number(bytes.readBigUInt64LE(at + 32)),
    };
  });
}

function fileOffset(segments: readonly Segment[], address: bigint): number {
  for (const segment of segments) {
    const distance = address - segment.address;
    if (segment.type === PT_LOAD && distance >= 0n && distance < BigInt(segment.fileSize)) {
      return segment.offset + Number(distance);
    }
  }
  throw new Error('The ELF file has a string table in no loaded segment.');
}
