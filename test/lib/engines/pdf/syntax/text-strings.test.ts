import { PDFHexString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { decodeText, documentEncoding } from '#lib/engines/pdf/syntax/text-strings.ts';

const bytes = (...all: (number | string)[]): Buffer =>
  Buffer.concat(
    all.map((each) => (typeof each === 'number' ? Buffer.of(each) : Buffer.from(each, 'latin1'))),
  );

describe('a text string', () => {
  it.each([
    [bytes('Gr\xf6\xdfe \xa0'), 'Größe €'],
    [bytes(0xfe, 0xff, 0x6f, 0x22, 0xd8, 0x3d, 0xde, 0x00), '漢😀'],
    [bytes(0xff, 0xfe, 0x22, 0x6f), '漢'],
    [bytes(0xef, 0xbb, 0xbf, 0xe6, 0xbc, 0xa2), '漢'],
    [bytes(0xfe, 0xff, 0x00, 0x61, 0x00), 'a'],
    [bytes(0xfe, 0xff, 0xd8, 0x00), '\ufffd'],
    [bytes(), ''],
  ])('%j is %s', (encoded, text) => {
    expect(decodeText(encoded)).toBe(text);
  });

  it('can be of any length', () => {
    const text = 'aä漢'.repeat(200_000);
    expect(decodeText(PDFHexString.fromText(text).asBytes())).toBe(text);
    expect(decodeText(Buffer.alloc(500_000, 'x'))).toHaveLength(500_000);
  });

  it('has one character for each code without a byte order mark', () => {
    expect(documentEncoding).toHaveLength(256);
    expect(documentEncoding.slice(0x20, 0x7f)).toMatch(/^ !.*}~$/);
  });
});
