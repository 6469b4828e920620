import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPackedLibraries, unpackLibraries } from '#lib/engines/office/libreoffice/packed-libraries.ts';
import { packLibrary } from '../../../../../layers/libreoffice/packing.ts';

let root: string;
let target: string;
const content = Buffer.from('a library '.repeat(500_000));
/** Of two frames. */
const { entry, packed } = await packLibrary('lib.so', 'program', content);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packed-'));
  target = join(root, 'lib.so');
  mkdirSync(join(root, 'packed'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const library = { ...entry, frames: [...entry.frames] };
const pack = (bytes: Uint8Array): void => writeFileSync(join(root, 'packed/lib.so.zst'), bytes);

it('unpacks a library, read-only', async () => {
  pack(packed);
  await unpackLibraries(root, [library], () => root);
  expect(readFileSync(target).equals(content)).toBe(true);
  expect(statSync(target).mode & 0o777).toBe(0o444);
});

it.each([
  ['is cut off', packed.subarray(0, packed.length / 2), content.length],
  ['has another size', packed, content.length + 1],
  ['is no zstd', Buffer.from('noise'), content.length],
])('leaves no file of a library that %s', async (_, bytes, size) => {
  pack(bytes);
  await expect(unpackLibraries(root, [{ ...library, size }], () => root)).rejects.toThrow(
    'LibreOffice cannot be unpacked',
  );
  expect(existsSync(target)).toBe(false);
});

it.each([
  ['no list', '{}'],
  ['a path', JSON.stringify([{ ...entry, file: '../lib.so' }])],
  ['an unknown folder', JSON.stringify([{ ...entry, target: 'share' }])],
  ['a library of too few frames', JSON.stringify([{ ...entry, frames: entry.frames.slice(1) }])],
])('rejects a manifest with %s', async (_, manifest) => {
  writeFileSync(join(root, 'packed/manifest.json'), manifest);
  await expect(readPackedLibraries(root)).rejects.toThrow('is not a list of packed libraries');
});
