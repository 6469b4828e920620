import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, createDeflateRaw } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { fromFile } from '#lib/base/random-access.ts';
import { through } from '#lib/engines/office/through.ts';
import { readZipDirectory } from '#lib/engines/office/zip-directory.ts';
import { readEntry } from '#lib/engines/office/zip-entry.ts';
import { newEntry, ZipWriter } from '#lib/engines/office/zip-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'zip-writer-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 10_000) {
    await Promise.resolve();
    yield content.subarray(at, at + 10_000);
  }
}

it.each([
  ['parts that are written at once', [0, 5, 2_000]],
  ['a part whose header is written before its sizes are known', [500_000]],
  ['both', [300, 70_000, 1, 200_000, 400, 65_536, 7]],
])('writes %s', async (name, sizes) => {
  const path = join(folder, name);
  const contents = sizes.map((size) => randomBytes(size));
  {
    await using target = await open(path, 'wx');
    const writer = new ZipWriter(target);
    for (const [index, content] of contents.entries()) {
      await writer.add(newEntry(`${index}`), piecesOf(content), (pieces) =>
        through(pieces, createDeflateRaw()),
      );
    }
    await writer.finish();
  }
  await using file = await fromFile(path);
  const { entries } = await readZipDirectory(file);
  expect(entries.map(({ name }) => name)).toEqual(contents.map((_, index) => `${index}`));
  for (const [index, entry] of entries.entries()) {
    const content = await readEntry(file, entry, 1_000_000);
    expect(content.equals(contents[index] ?? Buffer.of())).toBe(true);
    expect(entry.crc32).toBe(crc32(content));
    const header = await file.read(entry.headerOffset, 30);
    const { compressedSize, size } = entry;
    expect([header.readUInt32LE(14), header.readUInt32LE(18), header.readUInt32LE(22)]).toEqual([
      entry.crc32,
      compressedSize,
      size,
    ]);
  }
});
