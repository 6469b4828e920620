import type { Exports } from './elf-symbols.ts';

const pageSize = 0x1000;
const alignUp = (value: number, to: number): number => Math.ceil(value / to) * to;

/** `xor eax, eax; ret`: every function returns 0, NULL or false. */
const returnNothing = Buffer.from([0x31, 0xc0, 0xc3]);

/** The loader's hash for symbols and versions. Source: System V ABI, chapter 5 "Hash Table". */
export function elfHash(name: string): number {
  let hash = 0;
  for (const byte of Buffer.from(name, 'latin1')) {
    hash = (hash * 16 + byte) % 0x1_0000_0000;
    const high = hash & 0xf0000000;
    if (high !== 0) hash ^= high >>> 24;
    hash = (hash & ~high) >>> 0;
  }
  return hash;
}

class Strings {
  readonly #offsets = new Map<string, number>([['', 0]]);
  #length = 1;

  add(text: string): number {
    const known = this.#offsets.get(text);
    if (known !== undefined) return known;
    const offset = this.#length;
    this.#offsets.set(text, offset);
    this.#length += Buffer.byteLength(text, 'latin1') + 1;
    return offset;
  }

  toBuffer(): Buffer {
    return Buffer.from([...this.#offsets.keys()].map((text) => `${text}\0`).join(''), 'latin1');
  }
}

function hashTable(names: readonly string[]): Buffer {
  // Symbol 0 is the empty symbol at the start of every table.
  const buckets = new Uint32Array(Math.max(1, names.length));
  const chains = new Uint32Array(names.length + 1);
  names.forEach((name, position) => {
    const bucket = elfHash(name) % buckets.length;
    chains[position + 1] = buckets[bucket] ?? 0;
    buckets[bucket] = position + 1;
  });
  const words = Uint32Array.of(buckets.length, chains.length, ...buckets, ...chains);
  return Buffer.from(words.buffer);
}

function versionDefinitions(soname: string, { versions }: Exports, strings: Strings): Buffer {
  const definitions = [
    { index: 1, name: soname, parents: [] as readonly string[], flags: 1 },
    ...versions.map((version) => ({ ...version, flags: 0 })),
  ];
  const records = definitions.map(({ index, name, parents, flags }, position) => {
    const names = [name, ...parents];
    const record = Buffer.alloc(20 + names.length * 8);
    record.writeUInt16LE(1, 0);
    record.writeUInt16LE(flags, 2);
    record.writeUInt16LE(index, 4);
    record.writeUInt16LE(names.length, 6);
    record.writeUInt32LE(elfHash(name), 8);
    record.writeUInt32LE(20, 12);
    record.writeUInt32LE(position === definitions.length - 1 ? 0 : record.length, 16);
    names.forEach((text, at) => {
      record.writeUInt32LE(strings.add(text), 20 + at * 8);
      record.writeUInt32LE(at === names.length - 1 ? 0 : 8, 24 + at * 8);
    });
    return record;
  });
  return Buffer.concat(records);
}

/**
 * Builds an x86-64 shared library with the same symbols and versions as another one, but without any function: its
 * functions return 0, its objects are zeros, and it needs no other library. It replaces a library that a program is
 * linked with but must not or need not use.
 */
export function makeHollowLibrary(soname: string, exports: Exports): Buffer {
  const { symbols, versions } = exports;
  const strings = new Strings();
  const hash = hashTable(symbols.map(({ name }) => name));
  const definitions = versions.length > 0 ? versionDefinitions(soname, exports, strings) : Buffer.alloc(0);
  const sonameOffset = strings.add(soname);
  const names = symbols.map(({ name }) => strings.add(name));
  const text = strings.toBuffer();
  const versionNumbers = Buffer.from(Uint16Array.of(0, ...symbols.map(({ version }) => version)).buffer);

  // One segment to read: tables. One to execute: the function. One to write: dynamic section, then zeroed objects.
  const place = new Map<string, number>();
  let at = 64 + 5 * 56;
  const tables = {
    hash,
    symbols: Buffer.alloc((symbols.length + 1) * 24),
    text,
    versionNumbers,
    definitions,
  };
  for (const [name, table] of Object.entries(tables)) {
    at = alignUp(at, 8);
    place.set(name, at);
    at += table.length;
  }
  const tablesEnd = at;
  const code = alignUp(tablesEnd, pageSize);
  const dynamic = alignUp(code + returnNothing.length, pageSize);
  const tag = (name: string): number => place.get(name) ?? 0;
  const entries: [tag: number, value: number][] = [
    [14, sonameOffset],
    [4, tag('hash')],
    [5, tag('text')],
    [6, tag('symbols')],
    [10, text.length],
    [11, 24],
    ...(definitions.length > 0
      ? ([
          [0x6ffffff0, tag('versionNumbers')],
          [0x6ffffffc, tag('definitions')],
          [0x6ffffffd, versions.length + 1],
        ] as [number, number][])
      : []),
    [0, 0],
  ];
  const dynamicSize = entries.length * 16;
  let objects = alignUp(dynamic + dynamicSize, 64);
  symbols.forEach(({ kind, weak, size, version: _version }, index) => {
    const symbol = tables.symbols.subarray((index + 1) * 24, (index + 2) * 24);
    const isObject = kind === 'object';
    symbol.writeUInt32LE(names[index] ?? 0, 0);
    symbol.writeUInt8(((weak ? 2 : 1) << 4) | (isObject ? 1 : 2), 4);
    // Any section number except 0 marks the symbol as defined here.
    symbol.writeUInt16LE(1, 6);
    symbol.writeBigUInt64LE(BigInt(isObject ? objects : code), 8);
    symbol.writeBigUInt64LE(BigInt(isObject ? size : returnNothing.length), 16);
    if (isObject) objects = alignUp(objects + Math.max(size, 1), 64);
  });

  const file = Buffer.alloc(dynamic + dynamicSize);
  Buffer.from('7f454c46020101', 'hex').copy(file);
  file.writeUInt16LE(3, 16); // ET_DYN
  file.writeUInt16LE(62, 18); // EM_X86_64
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(64, 52);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(5, 56);
  file.writeUInt16LE(64, 58);
  const [READ, WRITE, RUN] = [4, 2, 1];
  const segments = [
    { type: 1, flags: READ, start: 0, fileSize: tablesEnd, size: tablesEnd, align: pageSize },
    { type: 1, flags: READ | RUN, start: code, fileSize: 3, size: 3, align: pageSize },
    {
      type: 1,
      flags: READ | WRITE,
      start: dynamic,
      fileSize: dynamicSize,
      size: objects - dynamic,
      align: pageSize,
    },
    { type: 2, flags: READ | WRITE, start: dynamic, fileSize: dynamicSize, size: dynamicSize, align: 8 },
    { type: 0x6474e551, flags: READ | WRITE, start: 0, fileSize: 0, size: 0, align: 16 }, // no executable stack
  ];
  segments.forEach(({ type, flags, start, fileSize, size, align }, index) => {
    const header = file.subarray(64 + index * 56);
    header.writeUInt32LE(type, 0);
    header.writeUInt32LE(flags, 4);
    [start, start, start, fileSize, size, align].forEach((value, field) => {
      header.writeBigUInt64LE(BigInt(value), 8 + field * 8);
    });
  });
  for (const [name, table] of Object.entries(tables)) table.copy(file, place.get(name));
  returnNothing.copy(file, code);
  entries.forEach(([key, value], index) => {
    file.writeBigUInt64LE(BigInt(key), dynamic + index * 16);
    file.writeBigUInt64LE(BigInt(value), dynamic + index * 16 + 8);
  });
  return file;
}
