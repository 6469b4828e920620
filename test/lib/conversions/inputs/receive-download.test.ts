import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { inMemory, inMemoryWhileRoom, inStore } from '#lib/conversions/inputs/receive-download.ts';
import { InputMemory } from '#lib/files/input-memory.ts';

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

const announced = (...texts: string[]) => ({
  fileName: 'a',
  size: texts.join('').length,
  body: chunks(...texts),
});
const unknown = (...texts: string[]) => ({ fileName: 'a', body: chunks(...texts) });

describe('a download in memory', () => {
  it.each([announced('ab', 'c'), unknown('ab', 'c')])('is one buffer of its own', async (download) => {
    const { source, size } = await inMemory(new InputMemory())(download);
    expect([source.bytes.toString(), size, source.bytes.byteOffset]).toEqual(['abc', 3, 0]);
  });
});

describe('a download with room for a few bytes in memory', () => {
  function openStore() {
    const stored: string[] = [];
    const store = inStore(async (body) => {
      const bytes = await buffer(body);
      stored.push(bytes.toString());
      return { key: `inputs/${stored.length}`, eTag: '"1"', size: bytes.length };
    });
    return { stored, store };
  }

  it('is in memory while it fits, and otherwise in the store alone', async () => {
    const { stored, store } = openStore();
    const receive = inMemoryWhileRoom(5, store);
    expect((await receive(announced('abc'))).source.kind).toBe('inline');
    expect((await receive(announced('def'))).source).toMatchObject({ kind: 'stored', object: { size: 3 } });
    expect((await receive(unknown('g', 'h'))).source.kind).toBe('inline');
    expect((await receive(announced('i'))).source.kind).toBe('stored');
    expect(stored).toEqual(['def', 'i']);
  });

  it('goes to the store from its beginning when it turns out to be too large, and frees its room', async () => {
    const { stored, store } = openStore();
    const receive = inMemoryWhileRoom(5, store);
    expect(await receive(unknown('abc', 'def', 'ghi'))).toMatchObject({
      size: 9,
      source: { kind: 'stored' },
    });
    expect(stored).toEqual(['abcdefghi']);
    expect((await receive(unknown('jklmn'))).source.kind).toBe('inline');
  });
});
