import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  FormatError,
  fromBuffer,
  fromFile,
  inBlocks,
  inMemoryIfSmall,
  type RandomAccess,
  readExactly,
} from '#lib/base/random-access.ts';

const folder = mkdtempSync(join(tmpdir(), 'random-access-'));
afterAll(() => rmSync(folder, { recursive: true }));

const content = Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));
const path = join(folder, 'file');
writeFileSync(path, content);

describe('random access', () => {
  it('reads the same from memory, from disk and in blocks', async () => {
    await using file = await fromFile(path);
    const files: RandomAccess[] = [file, fromBuffer(content), inBlocks(fromBuffer(content))];
    const place = fc.oneof(
      fc.nat(content.length + 10),
      fc.constantFrom(32_767, 32_768, 65_536, content.length),
    );
    await fc.assert(
      fc.asyncProperty(place, fc.oneof(fc.nat(100), fc.nat(70_000)), async (offset, length) => {
        const expected = content.subarray(offset, offset + length);
        for (const one of files) expect((await one.read(offset, length)).equals(expected)).toBe(true);
      }),
    );
    for (const one of files) expect(one.size).toBe(content.length);
  });

  it('holds a small file in memory, and a large one not', async () => {
    const file = await fromFile(path);
    const small = await inMemoryIfSmall(file);
    await file[Symbol.asyncDispose]();
    expect((await small.read(0, content.length)).equals(content)).toBe(true);
    const large: RandomAccess = { size: 1024 * 1024 + 1, read: () => Promise.reject(new Error('read')) };
    expect(await inMemoryIfSmall(large)).toBe(large);
  });

  it('in blocks fetches adjacent data once', async () => {
    let reads = 0;
    const memory = fromBuffer(content);
    const file = inBlocks({
      size: memory.size,
      read(offset, length) {
        reads += 1;
        return memory.read(offset, length);
      },
    });
    for (let at = 0; at < 1000; at += 10) await file.read(at, 10);
    expect(reads).toBe(1);
  });

  it('reports a file that ends too early', async () => {
    const file = fromBuffer(content);
    await expect(readExactly(file, content.length - 4, 4)).resolves.toHaveLength(4);
    await expect(readExactly(file, content.length - 4, 5)).rejects.toThrow(FormatError);
    await expect(readExactly(file, -1, 1)).rejects.toThrow(FormatError);
  });

  it('does not open a missing file', async () => {
    await expect(fromFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
