import { makeHollowLibrary } from '../../layers/debian/hollow-library.ts';

/** A real shared library with two functions and an object, one of them versioned. */
export const makeLibrary = (soname: string): Buffer =>
  makeHollowLibrary(soname, {
    symbols: [
      { name: 'first_function', kind: 'function', weak: false, size: 0, version: 2 },
      { name: 'second_function', kind: 'function', weak: true, size: 0, version: 1 },
      { name: 'an_object', kind: 'object', weak: false, size: 200, version: 1 },
    ],
    versions: [{ index: 2, name: 'VERSION_1', parents: [] }],
  });

const align = (value: number): number => Math.ceil(value / 16) * 16;

/** The smallest ELF file whose dynamic section needs the named libraries; it contains no code. */
export function makeNeedy(needed: readonly string[], soname?: string): Buffer {
  const names = [...needed, ...(soname === undefined ? [] : [soname])];
  const strings = Buffer.from(`\0${names.map((name) => `${name}\0`).join('')}`, 'latin1');
  const offsetOf = (name: string): number => strings.indexOf(`\0${name}\0`, 0, 'latin1') + 1;
  // Loaded at another address than its offset in the file, like real programs.
  const base = 0x10000;
  const textAt = 64 + 2 * 56;
  const dynamicAt = align(textAt + strings.length);
  const entries = [
    ...needed.map((name) => [1, offsetOf(name)] as const),
    ...(soname === undefined ? [] : [[14, offsetOf(soname)] as const]),
    [5, base + textAt] as const,
    [0, 0] as const,
  ];
  const file = Buffer.alloc(dynamicAt + entries.length * 16);
  Buffer.from('7f454c46020101', 'hex').copy(file);
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(2, 56);
  const segments = [
    [1, 0, base, file.length],
    [2, dynamicAt, base + dynamicAt, entries.length * 16],
  ] as const;
  segments.forEach(([type, offset, address, size], index) => {
    const at = 64 + index * 56;
    file.writeUInt32LE(type, at);
    file.writeBigUInt64LE(BigInt(offset), at + 8);
    file.writeBigUInt64LE(BigInt(address), at + 16);
    file.writeBigUInt64LE(BigInt(size), at + 32);
  });
  strings.copy(file, textAt);
  entries.forEach(([tag, value], index) => {
    file.writeBigUInt64LE(BigInt(tag), dynamicAt + index * 16);
    file.writeBigUInt64LE(BigInt(value), dynamicAt + index * 16 + 8);
  });
  return file;
}
