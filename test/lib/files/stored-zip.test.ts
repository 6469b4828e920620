import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { bytesOf } from '#lib/files/produced-file.ts';
import { storedZip } from '#lib/files/stored-zip.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

it('a ZIP of stored files has their names and bytes', () => {
  const files = {
    'report_1-3.pdf': bytes('first'),
    'Übersicht_日本.pdf': bytes(''),
    'c.pdf': bytes('123456789'),
  };
  const pieces = { chunks: [bytes('1234'), bytes('56789')], size: 9 };
  const zip = storedZip([
    ...Object.entries(files)
      .slice(0, 2)
      .map(([fileName, content]) => ({ fileName, content })),
    { fileName: 'c.pdf', content: pieces },
  ]);
  expect(zip.chunks).toContain(pieces.chunks[0]);
  const whole = bytesOf(zip);
  expect(whole.length).toBe(zip.size);
  expect(unzipSync(whole)).toEqual(files);
});

it('tells checksum, size and time of each file, before it and in the directory', () => {
  const content = bytes('123456789');
  const zip = Buffer.from(
    bytesOf(storedZip([{ fileName: 'a', content }], new Date(2026, 10, 21, 13, 30, 58))),
  );
  const directory = zip.indexOf('PK\x01\x02');
  expect(directory).toBe(30 + 1 + 9);
  for (const at of [10, directory + 12]) {
    expect(zip.readUInt16LE(at)).toBe((13 << 11) | (30 << 5) | 29);
    expect(zip.readUInt16LE(at + 2)).toBe((46 << 9) | (11 << 5) | 21);
    // The check value of CRC-32, of the catalogue of parametrised CRC algorithms.
    expect(zip.readUInt32LE(at + 4)).toBe(0xcbf43926);
    expect([zip.readUInt32LE(at + 8), zip.readUInt32LE(at + 12)]).toEqual([9, 9]);
  }
});
