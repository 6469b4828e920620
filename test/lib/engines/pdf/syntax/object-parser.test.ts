import { describe, expect, it } from 'vitest';
import {
  PDFArray,
  PDFContext,
  PDFDict,
  type PDFName,
  PDFNumber,
  PDFString,
} from '#lib/engines/pdf/objects.ts';
import { NestingError, ObjectParser } from '#lib/engines/pdf/syntax/object-parser.ts';
import { latin1 } from '../../../../support/raw-pdf.ts';

const context = PDFContext.create();

function parserOf(text: string, maxDepth = 100): ObjectParser {
  const bytes = latin1(text);
  return new ObjectParser(context, bytes, 0, bytes.length, { maxDepth });
}

/** The parsed text on one line. */
const parsed = (text: string): string | undefined => parserOf(text).parse()?.toString().replace(/\s+/g, ' ');

describe('ObjectParser', () => {
  it('parses every kind of object', () => {
    const text = '<</N/Name/I 12/R -1.5/T true/F false/Z null/S(a\\)b)/H<4A4b>/A[1 0 R 2]/D<</X 3>>>>';
    expect(parsed(text)).toBe(
      '<< /N /Name /I 12 /R -1.5 /T true /F false /Z null /S (a\\)b) /H <4a4b> /A [ 1 0 R 2 ] /D << /X 3 >> >>',
    );
  });

  it('ends where the object ends', () => {
    const parser = parserOf('  [1 2] 3');
    parser.parse();
    expect(parser.position).toBe(7);
  });

  it.each([
    ['12 0 R', '12 0 R'],
    ['12 0 R6', '12 0 R'],
    ['12 3 R', '12 0 R'],
    ['12 0 RG', '12'],
    ['12 0 obj', '12'],
    ['12 %comment\n 0 R', '12'],
  ])('reads %j as %s', (text, expected) => {
    expect(parsed(text)).toBe(expected);
  });

  it.each([
    ['+7', 7],
    ['--7', -7],
    ['.5', 0.5],
    ['-.25', -0.25],
    ['5.', 5],
    ['595.28', 595.28],
    ['0.1', 0.1],
    ['1.2.3', 1.2],
    ['4-5', 4],
    ['12abc', 12],
    ['-', 0],
    ['0.333333333333333333333', 0.333333333333333],
  ])('reads %j as the number %d', (text, value) => {
    const number = parserOf(text).parse();
    expect(number).toBeInstanceOf(PDFNumber);
    expect((number as PDFNumber).asNumber()).toBe(value);
  });

  it('reads numbers of any length as finite', () => {
    const number = parserOf('9'.repeat(400)).parse() as PDFNumber;
    expect(number.asNumber()).toBe(Number.MAX_VALUE);
    expect((parserOf(`0.${'9'.repeat(400)}`).parse() as PDFNumber).asNumber()).toBeCloseTo(1);
  });

  it.each([
    ['/A#42', '/AB'],
    ['/A#e9', '/A#E9'],
    ['/A#', '/A#23'],
    ['/A#4', '/A#234'],
    ['/A#zz', '/A#23zz'],
    ['/', '/'],
  ])('reads the name %s as %s', (text, encoded) => {
    expect((parserOf(text).parse() as PDFName).asString()).toBe(encoded);
  });

  it('preserves names with an escaped number sign', () => {
    expect((parserOf('/A#2342').parse() as PDFName).decodeText()).toBe('A#42');
  });

  it('balances parentheses in strings', () => {
    expect(parserOf('(a(b)c\\)d)').parse()?.toString()).toBe('(a(b)c\\)d)');
  });

  it('decrypts strings only', () => {
    const bytes = latin1('[(a\\101)<4142>/AA 1]');
    const parser = new ObjectParser(context, bytes, 0, bytes.length, {
      maxDepth: 10,
      decrypt: (data) => data.map((byte) => byte + 1),
    });
    expect(parser.parse()?.toString()).toBe('[ <6242> <4243> /AA 1 ]');
  });

  describe('of malformed objects', () => {
    it.each([
      ['skips keys that are no names', '<</A 1 2 (x) /B 3>>', '<< /A 1 /B 3 >>'],
      ['drops a key without a value', '<</A 1/B>>', '<< /A 1 >>'],
      ['closes a dictionary at the end of its object', '<</A 1 endobj', '<< /A 1 >>'],
      ['closes a dictionary at its stream', '<</A[1 2 stream', '<< /A [ 1 2 ] >>'],
      ['closes an array at the end of its dictionary', '<</A[1 2>>', '<< /A [ 1 2 ] >>'],
      ['closes everything at the end of the file', '<</A[<</B 1', '<< /A [ << /B 1 >> ] >>'],
      ['takes unknown words for null', '[1 foo 2]', '[ 1 null 2 ]'],
      ['skips stray delimiters', '[1 ) } 2]', '[ 1 2 ]'],
      ['keeps the last of two equal keys', '<</A 1/A 2>>', '<< /A 2 >>'],
    ])('%s', (_what, text, expected) => {
      expect(parsed(text)).toBe(expected);
    });

    it('ends an unclosed string with its object, if it is long', () => {
      const text = `(${'a'.repeat(100_000)} endobj 5 0 obj (b)`;
      const parser = parserOf(text);
      parser.parse();
      expect(parser.position).toBe(text.indexOf('endobj'));
    });

    it('keeps a long string that closes', () => {
      const text = `(${'a'.repeat(100_000)})`;
      expect(parserOf(text).parse()).toBeInstanceOf(PDFString);
    });

    it('ends an unclosed hexadecimal string where something else starts', () => {
      expect(parsed('[<4142 /A]')).toBe('[ <4142> /A ]');
    });

    it('finds no object at an unmatched delimiter', () => {
      expect(parserOf('>>').parse()).toBeUndefined();
      expect(parserOf('').parse()).toBeUndefined();
      expect(parserOf('endobj').parse()).toBeUndefined();
    });
  });

  it('rejects nesting past the limit only', () => {
    expect(parserOf('[[[1]]]', 3).parse()).toBeInstanceOf(PDFArray);
    expect(parserOf('<</A<</B 1>>>>', 2).parse()).toBeInstanceOf(PDFDict);
    expect(() => parserOf('[[[[1]]]]', 3).parse()).toThrow(NestingError);
    expect(() => parserOf('['.repeat(1_000_000), 256).parse()).toThrow(NestingError);
  });
});
