import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FontBudget } from '#lib/engines/fonts/font-budget.ts';
import { readFontFile } from '#lib/engines/fonts/font-file.ts';
import { readTables } from '#lib/engines/fonts/sfnt/tables.ts';
import { makeWoff2, sampleFont, sampleWoff2 } from '../../../support/font-tables.ts';

const read = (file: Buffer) => readFontFile(file, new FontBudget());

/** The tables without what each writer of a font sets anew: the checksum of the font, and that it was packed. */
function comparable(font: Buffer): Map<string, Buffer> {
  const tables = new Map(readTables(font));
  const head = Buffer.from(tables.get('head') ?? '');
  return tables.set('head', head.fill(0, 8, 12).fill(0, 16, 18));
}

const tables = readTables(sampleFont());

describe('a WOFF2 font', () => {
  it('is unpacked as by the library that packed it', async () => {
    const { bytes, face } = await read(sampleWoff2());
    expect(comparable(bytes)).toEqual(comparable(sampleFont()));
    expect(face.families).toEqual(['Sample Sans']);
  });

  it('is unpacked without transforms', async () => {
    const { bytes } = await read(makeWoff2({ tables }));
    expect(comparable(bytes)).toEqual(comparable(sampleFont()));
  });

  it('may have tables with tags of its own', async () => {
    const { bytes } = await read(makeWoff2({ tables: new Map([...tables, ['Ownd', Buffer.from('data')]]) }));
    expect(readTables(bytes).get('Ownd')?.toString()).toBe('data');
  });
});

describe('a WOFF2 font is rejected if', () => {
  const packed = sampleWoff2();
  const changed = (change: (file: Buffer) => void): Buffer => {
    const file = Buffer.from(packed);
    change(file);
    return file;
  };
  it.each<[string, Buffer]>([
    ['it is a collection', changed((file) => file.write('ttcf', 4, 'latin1'))],
    ['it is cut off', packed.subarray(0, packed.length - 1)],
    ['bytes follow it', Buffer.concat([packed, Buffer.alloc(1)])],
    ['it has no tables', changed((file) => file.writeUInt16BE(0, 12))],
    ['it has too many tables', changed((file) => file.writeUInt16BE(65, 12))],
    ['its data is not Brotli', makeWoff2({ tables, compressed: Buffer.alloc(1000, 7) })],
    ['its data ends early', makeWoff2({ tables, compressed: brotliCompressSync(Buffer.alloc(100)) })],
    ['its data goes on', makeWoff2({ tables, compressed: brotliCompressSync(Buffer.alloc(100_000)) })],
    ['its compressed data is longer than the file', changed((file) => file.writeUInt32BE(0xffffff, 20))],
  ])('%s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'invalid-file-type' });
  });

  it('a table is larger than all fonts may be, before memory is taken for it', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const file = makeWoff2({ tables, claimed: { glyf: 4_000_000_000 } });
    await expect(read(file)).rejects.toMatchObject({ code: 'file-too-large' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('its data decompresses to more than the directory says', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(50_000_000));
    const before = process.memoryUsage().rss;
    await expect(read(makeWoff2({ tables, compressed: bomb }))).rejects.toMatchObject({
      code: 'invalid-file-type',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });
});

describe('3,000 damaged WOFF2 fonts', () => {
  it('are unpacked or rejected', { timeout: 60_000 }, async () => {
    const data = [...tables.values()];
    for (let round = 0; round < 3000; round += 1) {
      const file = Buffer.from(
        round % 3 === 0
          ? sampleWoff2()
          : makeWoff2({
              tables: new Map(tables),
              compressed: brotliCompressSync(Buffer.concat(data), { params: { 1: 0 } }),
            }),
      );
      for (let flips = 0; flips <= round % 4; flips += 1) {
        const at = (round * 7919 + flips * 104_729) % file.length;
        file[at] = (round * 31 + flips * 17) & 0xff;
      }
      await read(file).catch((error: unknown) => expect(error).toMatchObject({ name: 'InputFault' }));
    }
  });
});
