import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPackedLibraries, unpackLibrary } from '#lib/engines/office/libreoffice/packed-libraries.ts';

let root: string;
let target: string;
const content = Buffer.from('a library '.repeat(500_000));
const packed = zstdCompressSync(content);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packed-'));
  target = join(root, 'unpacked.so');
  mkdirSync(join(root, 'packed'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const library = { file: 'lib.so', target: 'program', size: content.length } as const;
const pack = (bytes: Uint8Array): void => writeFileSync(join(root, 'packed/lib.so.zst'), bytes);

it('unpacks a library, read-only', async () => {
  pack(packed);
  await unpackLibrary(root, library, target);
  expect(readFileSync(target).equals(content)).toBe(true);
  expect(statSync(target).mode & 0o777).toBe(0o444);
});

it.each([
  ['is cut off', packed.subarray(0, packed.length / 2), content.length],
  ['has another size', packed, content.length + 1],
  ['is no zstd', Buffer.from('noise'), 5],
])('leaves no file of a library that %s', async (_, bytes, size) => {
  pack(bytes);
  await expect(unpackLibrary(root, { ...library, size }, target)).rejects.toThrow(
    'lib.so cannot be unpacked',
  );
  expect(existsSync(target)).toBe(false);
});

it.each([
  ['no list', '{}'],
  ['a path', '[{"file":"../lib.so","target":"program","size":1}]'],
  ['an unknown folder', '[{"file":"lib.so","target":"share","size":1}]'],
])('rejects a manifest with %s', async (_, manifest) => {
  writeFileSync(join(root, 'packed/manifest.json'), manifest);
  await expect(readPackedLibraries(root)).rejects.toThrow('is not a list of packed libraries');
});
