import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hexBytes, literalBytes, toHex } from '#lib/engines/pdf/syntax/strings.ts';
import { latin1 } from '../../../../support/raw-pdf.ts';

const literal = (text: string): string => {
  const bytes = latin1(text);
  return Buffer.from(literalBytes(bytes, 0, bytes.length)).toString('latin1');
};

describe('literalBytes', () => {
  it.each([
    ['plain', 'plain'],
    ['\\n\\r\\t\\b\\f\\(\\)\\\\', '\n\r\t\b\f()\\'],
    ['\\101\\7\\78\\400', 'A\u0007\u00078\u0000'],
    ['\\q', 'q'],
    ['a\\\nb\\\r\nc\\\rd', 'abcd'],
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['end\\', 'end\\'],
  ])('reads %j', (text, expected) => {
    expect(literal(text)).toBe(expected);
  });
});

describe('hexBytes', () => {
  it('is the inverse of toHex, with any white space', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('', ' ', '\r\n', '\t'), (data, space) => {
        const text = latin1(Array.from(toHex(data)).join(space));
        expect(Buffer.from(hexBytes(text, 0, text.length))).toEqual(Buffer.from(data));
      }),
    );
  });

  it('reads a missing last digit as 0', () => {
    expect(Buffer.from(hexBytes(latin1('4A5'), 0, 3))).toEqual(Buffer.from([0x4a, 0x50]));
  });
});
