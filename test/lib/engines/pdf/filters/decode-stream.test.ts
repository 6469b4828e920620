import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeStream, filtersOf } from '#lib/engines/pdf/filters/decode-stream.ts';
import { PDFContext } from '#lib/engines/pdf/objects.ts';
import { defaultPdfLimits, WorkBudget } from '#lib/engines/pdf/work-budget.ts';
import { encodeAscii85, encodeLzw, encodeRunLength, predictPng } from '../../../../support/pdf-encoders.ts';
import { latin1 } from '../../../../support/raw-pdf.ts';

const context = PDFContext.create();

/** Decodes with the filters of a dictionary. */
function decode(data: Uint8Array, entries: Record<string, unknown>, budget = new WorkBudget()) {
  const filters = filtersOf(context.obj(entries as Record<string, string>));
  return filters && decodeStream(data, filters, budget.contents);
}

const bytesOf = (decoded: ReturnType<typeof decode>): Buffer => Buffer.from(decoded?.bytes ?? 'undefined');

const data = fc.uint8Array({ maxLength: 3000 });
/** Long runs and repetitions, which compress well. */
const repetitive = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 400 })), {
    maxLength: 12,
  })
  .map((runs) =>
    Buffer.concat(runs.map(([run, count]) => Buffer.concat(Array<Uint8Array>(count).fill(run)))),
  );

describe('decodeStream', () => {
  it('frees predicted data once their prediction is undone', () => {
    const rows = randomBytes(400_000);
    for (let row = 0; row < rows.length; row += 1000) rows[row] = 0;
    const stream = deflateSync(rows);
    const before = process.memoryUsage().arrayBuffers;
    const parameters = context.obj({ Predictor: 12, Columns: 999 });
    const decoded = decode(stream, { Filter: 'FlateDecode', DecodeParms: parameters });
    expect(decoded?.bytes).toHaveLength(399_600);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(500_000);
  });

  it.each([
    ['FlateDecode', (bytes: Uint8Array) => deflateSync(bytes)],
    ['Fl', (bytes: Uint8Array) => deflateSync(bytes)],
    ['LZWDecode', (bytes: Uint8Array) => encodeLzw(bytes, 1)],
    ['ASCIIHexDecode', (bytes: Uint8Array) => latin1(`${Buffer.from(bytes).toString('hex')}>`)],
    ['ASCII85Decode', encodeAscii85],
    ['RunLengthDecode', encodeRunLength],
  ] as const)('decodes %s', (name, encode) => {
    fc.assert(
      fc.property(fc.oneof(data, repetitive), (original) => {
        expect(bytesOf(decode(encode(original), { Filter: name }))).toEqual(Buffer.from(original));
      }),
    );
  });

  it('decodes LZW without early change, past a full table', () => {
    const original = Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * index) % 251));
    const encoded = encodeLzw(original, 0);
    const parameters = { Filter: 'LZWDecode', DecodeParms: { EarlyChange: 0 } };
    expect(bytesOf(decode(encoded, parameters))).toEqual(original);
    expect(bytesOf(decode(encodeLzw(original, 1), { Filter: 'LZWDecode' }))).toEqual(original);
  });

  it('decodes LZW data up to the first code that is not in the table', () => {
    const encoded = encodeLzw(latin1('abcabcabc'), 1);
    // The codes of 9 bits from the 18th bit on: beyond the table.
    encoded.fill(0xff, 3);
    const decoded = decode(encoded, { Filter: 'LZWDecode' });
    expect(decoded?.damaged).toBe(true);
    expect(bytesOf(decoded).toString()).toMatch(/^a/);
  });

  it('decodes chains in order, each filter with its own parameters', () => {
    const original = latin1('abcd'.repeat(30));
    const encoded = encodeAscii85(deflateSync(predictPng(original, 4, 1, () => 2)));
    const entries = {
      Filter: ['ASCII85Decode', 'FlateDecode'],
      DecodeParms: [null, { Predictor: 12, Columns: 4 }],
    };
    expect(bytesOf(decode(encoded, entries))).toEqual(original);
  });

  it('reverses every PNG filter for any pixel size', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 500 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }),
        (pixels, columns, colors, filters) => {
          const rowBytes = columns * colors;
          const whole = pixels.subarray(0, pixels.length - (pixels.length % rowBytes));
          const encoded = predictPng(whole, rowBytes, colors, (row) => filters[row % filters.length] ?? 0);
          const entries = {
            Filter: 'FlateDecode',
            DecodeParms: { Predictor: 15, Columns: columns, Colors: colors },
          };
          expect(bytesOf(decode(deflateSync(encoded), entries))).toEqual(Buffer.from(whole));
        },
      ),
    );
  });

  it('reverses TIFF prediction', () => {
    const encoded = deflateSync(Buffer.from([1, 2, 3, 1, 1, 1, 10, 20, 30, 5, 5, 5]));
    const entries = { Filter: 'FlateDecode', DecodeParms: { Predictor: 2, Columns: 2, Colors: 3 } };
    expect(bytesOf(decode(encoded, entries))).toEqual(
      Buffer.from([1, 2, 3, 2, 3, 4, 10, 20, 30, 15, 25, 35]),
    );
  });

  it.each(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode', 'Nonsense'])(
    'leaves %s alone',
    (name) => {
      expect(decode(Buffer.from('x'), { Filter: name })).toBeUndefined();
      expect(decode(Buffer.from('78>'), { Filter: ['ASCIIHexDecode', name] })).toBeUndefined();
    },
  );

  it('rejects absurd parameters instead of allocating for them', () => {
    const parameters = { Predictor: 12, Columns: 2_000_000_000, Colors: 32 };
    expect(
      decode(deflateSync(Buffer.from('x')), { Filter: 'FlateDecode', DecodeParms: parameters }),
    ).toBeUndefined();
    expect(decode(Buffer.from('x'), { Filter: Array<string>(9).fill('ASCIIHexDecode') })).toBeUndefined();
  });

  describe('of damaged Flate data', () => {
    const original = latin1(Array.from({ length: 4000 }, (_, index) => `${index} `).join(''));
    const encoded = deflateSync(original);

    it('returns the part before a truncation', () => {
      const decoded = decode(encoded.subarray(0, encoded.length / 2), { Filter: 'FlateDecode' });
      expect(bytesOf(decoded).length).toBeGreaterThan(5000);
      expect(original.subarray(0, bytesOf(decoded).length)).toEqual(bytesOf(decoded));
    });

    it('returns everything if only the checksum is wrong', () => {
      const wrong = Buffer.from(encoded);
      wrong.writeUInt8((wrong.at(-1) ?? 0) ^ 255, wrong.length - 1);
      const decoded = decode(wrong, { Filter: 'FlateDecode' });
      expect(decoded?.damaged).toBe(true);
      expect(bytesOf(decoded)).toEqual(original);
    });

    it('returns the part before corrupt data', () => {
      const corrupt = Buffer.from(encoded);
      corrupt.fill(
        Buffer.from(Array.from({ length: 97 }, (_, index) => (index * 89 + 13) % 256)),
        encoded.length / 2,
      );
      const decoded = decode(corrupt, { Filter: 'FlateDecode' });
      expect(decoded?.damaged).toBe(true);
      expect(bytesOf(decoded).subarray(0, 5000)).toEqual(original.subarray(0, 5000));
    });

    it('returns nothing, and reports damage, for other data', () => {
      const decoded = decode(Buffer.from('no zlib data'), { Filter: 'FlateDecode' });
      expect(decoded?.damaged).toBe(true);
      expect(bytesOf(decoded)).toHaveLength(0);
    });
  });

  describe('within limits', () => {
    const limits = { ...defaultPdfLimits, streamBytes: 1000, contentBytes: 1500 };
    const zeros = Buffer.alloc(1001);

    it.each([
      ['FlateDecode', deflateSync(zeros)],
      ['LZWDecode', encodeLzw(zeros, 1)],
      ['ASCII85Decode', latin1('z'.repeat(251))],
      ['RunLengthDecode', encodeRunLength(zeros)],
    ])('ends %s at the limit of one stream', (name, encoded) => {
      expect(() => decode(encoded, { Filter: name }, new WorkBudget(limits))).toThrow(
        expect.objectContaining({ code: 'file-too-large' }),
      );
    });

    it('ends at the limit of every filter of a chain', () => {
      const twice = deflateSync(deflateSync(Buffer.alloc(2_000_000)));
      const decodeTwice = () =>
        decode(twice, { Filter: ['FlateDecode', 'FlateDecode'] }, new WorkBudget(limits));
      expect(decodeTwice).toThrow(expect.objectContaining({ code: 'file-too-large' }));
    });

    it('ends at the limit of all streams together', () => {
      const budget = new WorkBudget(limits);
      const encoded = deflateSync(Buffer.alloc(800));
      expect(decode(encoded, { Filter: 'FlateDecode' }, budget)).toBeDefined();
      expect(() => decode(encoded, { Filter: 'FlateDecode' }, budget)).toThrow('in total');
    });
  });
});
