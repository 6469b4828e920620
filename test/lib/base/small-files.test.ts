import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSmallFile, smallBytes } from '#lib/base/small-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'small-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'file');

it.each([0, 1, smallBytes])('a file of %i bytes is read at once', (size) => {
  const content = Buffer.alloc(size, 'a');
  writeFileSync(path, content);
  expect(readSmallFile(path)?.equals(content)).toBe(true);
});

it('a larger file is not', () => {
  writeFileSync(path, Buffer.alloc(smallBytes + 1));
  expect(readSmallFile(path)).toBeUndefined();
});

it('neither a folder nor a pipe without a writer is a small file', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(readSmallFile(folder)).toBeUndefined();
  expect(readSmallFile(pipe)).toBeUndefined();
});

it('a missing file is an error', () => {
  expect(() => readSmallFile(join(folder, 'none'))).toThrow('ENOENT');
});
