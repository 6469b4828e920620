/** The properties of a symbol that matter to programs linked with it. */
export interface ExportedSymbol {
  readonly name: string;
  readonly kind: 'function' | 'object';
  readonly weak: boolean;
  /** Size in bytes; 0 for functions. */
  readonly size: number;
  /** Index into the version definitions, 1 for unversioned symbols; bit 15 marks a version that is not the default. */
  readonly version: number;
}

/** A version that a library defines. {@link ExportedSymbol.version} refers to `index`. */
export interface SymbolVersion {
  readonly index: number;
  readonly name: string;
  /** Versions that it extends. */
  readonly parents: readonly string[];
}

/** The exports of a shared library. */
export interface Exports {
  readonly symbols: readonly ExportedSymbol[];
  readonly versions: readonly SymbolVersion[];
}

const SHT_DYNSYM = 11;
const SHT_GNU_VERDEF = 0x6ffffffd;
const SHT_GNU_VERSYM = 0x6fffffff;
const STT_NOTYPE = 0;
const STT_OBJECT = 1;
const STT_FUNC = 2;
const STT_GNU_IFUNC = 10;
const STB_LOCAL = 0;
const STB_WEAK = 2;
const VER_FLG_BASE = 1;

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  /** Number of the section with its names. */
  readonly link: number;
  /** For version definitions: their number. */
  readonly info: number;
}

function readSections(bytes: Buffer): Section[] {
  const start = Number(bytes.readBigUInt64LE(40));
  const entrySize = bytes.readUInt16LE(58);
  return Array.from({ length: bytes.readUInt16LE(60) }, (_, index) => {
    const at = start + index * entrySize;
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      size: Number(bytes.readBigUInt64LE(at + 32)),
      link: bytes.readUInt32LE(at + 40),
      info: bytes.readUInt32LE(at + 44),
    };
  });
}

/** Returns the text at an offset of the string table that a section is linked with. */
function stringTable(bytes: Buffer, sections: readonly Section[], user: Section): (offset: number) => string {
  const table = sections[user.link];
  if (!table) throw new Error('The ELF file has a symbol table without names.');
  return (offset) => {
    const start = table.offset + offset;
    return bytes.toString('latin1', start, bytes.indexOf(0, start));
  };
}

/**
 * Reads the dynamic symbols that an x86-64 shared library defines, and their versions.
 * Source: System V ABI, chapter 4 "Symbol Table"; LSB Core, "Symbol Versioning".
 */
export function readExports(bytes: Buffer): Exports {
  const sections = readSections(bytes);
  const table = sections.find(({ type }) => type === SHT_DYNSYM);
  if (!table) throw new Error('The ELF file has no dynamic symbols.');
  const name = stringTable(bytes, sections, table);
  const versions = sections.find(({ type }) => type === SHT_GNU_VERSYM);
  const symbols: ExportedSymbol[] = [];
  for (let index = 1; index < table.size / 24; index += 1) {
    const at = table.offset + index * 24;
    const [type, binding] = [bytes.readUInt8(at + 4) & 15, bytes.readUInt8(at + 4) >> 4];
    const defined = bytes.readUInt16LE(at + 6) !== 0;
    const symbolName = name(bytes.readUInt32LE(at));
    // Version names are also among the symbols, as absolute symbols without a type.
    if (!defined || binding === STB_LOCAL || type === STT_NOTYPE) continue;
    if (type !== STT_OBJECT && type !== STT_FUNC && type !== STT_GNU_IFUNC) {
      if (bytes.readUInt16LE(at + 6) === 0xfff1) continue;
      throw new Error(`The symbol ${symbolName} has the unsupported type ${String(type)}.`);
    }
    const isObject = type === STT_OBJECT;
    if (isObject && bytes.readUInt16LE(at + 6) === 0xfff1) continue;
    symbols.push({
      name: symbolName,
      kind: isObject ? 'object' : 'function',
      weak: binding === STB_WEAK,
      size: isObject ? Number(bytes.readBigUInt64LE(at + 16)) : 0,
      version: versions ? bytes.readUInt16LE(versions.offset + index * 2) : 1,
    });
  }
  return { symbols, versions: readVersions(bytes, sections) };
}

function readVersions(bytes: Buffer, sections: readonly Section[]): SymbolVersion[] {
  const section = sections.find(({ type }) => type === SHT_GNU_VERDEF);
  if (!section) return [];
  const name = stringTable(bytes, sections, section);
  const versions: SymbolVersion[] = [];
  let at = section.offset;
  for (let count = 0; count < section.info; count += 1) {
    const names: string[] = [];
    let nameAt = at + bytes.readUInt32LE(at + 12);
    for (let left = bytes.readUInt16LE(at + 6); left > 0; left -= 1) {
      names.push(name(bytes.readUInt32LE(nameAt)));
      nameAt += bytes.readUInt32LE(nameAt + 4);
    }
    const isBase = (bytes.readUInt16LE(at + 2) & VER_FLG_BASE) !== 0;
    const [own = '', ...parents] = names;
    if (!isBase) versions.push({ index: bytes.readUInt16LE(at + 4), name: own, parents });
    at += bytes.readUInt32LE(at + 16);
  }
  return versions;
}
