import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { bytesOf, type MemoryContent } from '#lib/files/produced-file.ts';
import { storedZip } from '#lib/files/stored-zip.ts';

const unzipped = (files: ReadonlyMap<string, MemoryContent>): Record<string, Uint8Array> =>
  unzipSync(bytesOf(storedZip(files)));

/** The object that fflate returns cannot have `__proto__` as a key. */
const fileName = fc.string({ minLength: 1, unit: 'grapheme' }).filter((name) => name !== '__proto__');

it('contains the files as they are', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fileName, fc.array(fc.uint8Array())), {
        selector: ([name]) => name,
        maxLength: 5,
      }),
      (files) => {
        const contents = files.map(([name, chunks]): [string, MemoryContent] => [
          name,
          { chunks, size: chunks.reduce((size, { length }) => size + length, 0) },
        ]);
        const found = unzipped(new Map(contents));
        expect(Object.keys(found)).toHaveLength(contents.length);
        for (const [name, content] of contents) {
          expect(Buffer.from(found[name] ?? [])).toEqual(Buffer.from(bytesOf(content)));
        }
      },
    ),
  );
});

it('does not copy them', () => {
  const content = Buffer.from('content');
  const { chunks, size } = storedZip(new Map([['a.pdf', content]]));
  expect(chunks).toContain(content);
  expect(size).toBe(chunks.reduce((sum, { length }) => sum + length, 0));
});

it('has the checksums of the contents', () => {
  const [header = Buffer.of()] = storedZip(new Map([['digits', Buffer.from('123456789')]])).chunks;
  // The check value of CRC-32, by its definition.
  expect(Buffer.from(header).readUInt32LE(14)).toBe(0xcbf43926);
});
