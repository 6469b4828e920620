import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isElf, readDynamicSection } from '../../layers/debian/elf.ts';
import { readExports } from '../../layers/debian/elf-symbols.ts';
import { elfHash, makeHollowLibrary } from '../../layers/debian/hollow-library.ts';
import { leftOut } from '../support/requirements.ts';
import { makeLibrary, makeNeedy } from './elf-fixture.ts';

describe('ELF files', () => {
  it('list the needed libraries in their order, and their own name', () => {
    const file = makeNeedy(['libb.so.1', 'liba.so.2'], 'libself.so.3');
    expect(readDynamicSection(file)).toEqual({ needed: ['libb.so.1', 'liba.so.2'], soname: 'libself.so.3' });
  });

  it('need nothing if they list nothing', () => {
    expect(readDynamicSection(makeNeedy([]))).toEqual({ needed: [] });
  });

  it('are recognised by their first bytes', () => {
    expect(isElf(makeNeedy([]))).toBe(true);
    expect(isElf(Buffer.from('#!/bin/sh\n'.repeat(10)))).toBe(false);
    expect(() => readDynamicSection(Buffer.alloc(100))).toThrow('Not an ELF file');
  });

  it('of another word size are rejected', () => {
    const file = makeNeedy([]);
    file[4] = 1;
    expect(() => readDynamicSection(file)).toThrow('64-bit');
  });

  it('whose names are outside the file are rejected', () => {
    const file = makeNeedy(['libb.so.1']);
    expect(() => readDynamicSection(file.subarray(0, 185))).toThrow();
  });

  it.skipIf(leftOut('linux'))('of this machine can be read', () => {
    const { needed } = readDynamicSection(readFileSync(process.execPath));
    expect(needed).toContain('libc.so.6');
  });
});

describe('a hollow library', () => {
  it('has the given name and needs no other library', () => {
    expect(readDynamicSection(makeLibrary('libthing.so.4'))).toEqual({ needed: [], soname: 'libthing.so.4' });
  });

  it('is deterministic', () => {
    expect(makeLibrary('libthing.so.4').equals(makeLibrary('libthing.so.4'))).toBe(true);
  });

  it('places its objects without overlap', () => {
    const object = (name: string) => ({ name, kind: 'object' as const, weak: false, size: 100, version: 1 });
    const file = makeHollowLibrary('lib.so', { symbols: [object('one'), object('two')], versions: [] });
    const table = file.indexOf(Buffer.from(Uint8Array.of((1 << 4) | 1, 0, 1, 0))) - 4;
    const [one, two] = [0, 1].map((index) => file.readBigUInt64LE(table + index * 24 + 8));
    expect(Number(two) - Number(one)).toBeGreaterThanOrEqual(100);
  });

  it('hashes names like the loader', () => {
    // Known values of the System V hash function.
    expect(elfHash('printf')).toBe(0x077905a6);
    expect(elfHash('exit')).toBe(0x0006cf04);
    expect(elfHash('a_name_that_is_long_enough_to_overflow')).toBeLessThan(2 ** 28);
  });
});

describe.skipIf(leftOut('x86-64'))('a hollow library in use', async () => {
  // Loaded in this process, because not every machine has a native module for it.
  const koffi = (await import('koffi')).default;

  it('is accepted by the dynamic loader, and its functions return 0', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hollow-'));
    try {
      writeFileSync(join(folder, 'libthing.so.4'), makeLibrary('libthing.so.4'));
      const library = koffi.load(join(folder, 'libthing.so.4'));
      expect(library.func('int first_function(int)')(7)).toBe(0);
      expect(library.func('void *second_function()')()).toBeNull();
      expect(() => library.func('int third_function()')).toThrow();
      library.unload();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('exported symbols', () => {
  /** A relocatable-looking ELF file with sections, as compilers write it. */
  function makeWithSections(): Buffer {
    const strings = Buffer.from('\0visible\0table\0LIB_1\0LIB_0\0hidden\0', 'latin1');
    const symbol = (name: string, info: number, section: number, size: number): Buffer => {
      const entry = Buffer.alloc(24);
      entry.writeUInt32LE(strings.indexOf(`\0${name}\0`, 0, 'latin1') + 1, 0);
      entry.writeUInt8(info, 4);
      entry.writeUInt16LE(section, 6);
      entry.writeBigUInt64LE(BigInt(size), 16);
      return entry;
    };
    const symbols = Buffer.concat([
      Buffer.alloc(24),
      symbol('visible', 0x12, 9, 33),
      symbol('table', 0x21, 9, 40),
      symbol('hidden', 0x12, 0, 0),
      symbol('LIB_1', 0x11, 0xfff1, 0),
    ]);
    const numbers = Buffer.from(Uint16Array.of(0, 3, 1, 0, 3).buffer);
    const version = Buffer.alloc(36);
    version.writeUInt16LE(3, 4);
    version.writeUInt16LE(2, 6);
    version.writeUInt32LE(20, 12);
    version.writeUInt32LE(strings.indexOf('LIB_1'), 20);
    version.writeUInt32LE(8, 24);
    version.writeUInt32LE(strings.indexOf('LIB_0'), 28);
    const parts = [
      { type: 3, bytes: strings, link: 0, info: 0 },
      { type: 11, bytes: symbols, link: 0, info: 0 },
      { type: 0x6fffffff, bytes: numbers, link: 1, info: 0 },
      { type: 0x6ffffffd, bytes: version, link: 0, info: 1 },
    ];
    const headers = Buffer.alloc(parts.length * 64);
    let at = 64 + headers.length;
    parts.forEach(({ type, bytes, link, info }, index) => {
      headers.writeUInt32LE(type, index * 64 + 4);
      headers.writeBigUInt64LE(BigInt(at), index * 64 + 24);
      headers.writeBigUInt64LE(BigInt(bytes.length), index * 64 + 32);
      headers.writeUInt32LE(link, index * 64 + 40);
      headers.writeUInt32LE(info, index * 64 + 44);
      at += bytes.length;
    });
    const header = Buffer.alloc(64);
    Buffer.from('7f454c46020101', 'hex').copy(header);
    header.writeBigUInt64LE(64n, 40);
    header.writeUInt16LE(64, 58);
    header.writeUInt16LE(parts.length, 60);
    return Buffer.concat([header, headers, ...parts.map(({ bytes }) => bytes)]);
  }

  it('are those that a library defines, with their versions, not those it imports', () => {
    expect(readExports(makeWithSections())).toEqual({
      symbols: [
        { name: 'visible', kind: 'function', weak: false, size: 0, version: 3 },
        { name: 'table', kind: 'object', weak: true, size: 40, version: 1 },
      ],
      versions: [{ index: 3, name: 'LIB_1', parents: ['LIB_0'] }],
    });
  });
});
