import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '#lib/engines/pdf/objects.ts';
import { DictEntries, endOfValue } from '#lib/engines/pdf/syntax/dict-entries.ts';
import { ObjectParser } from '#lib/engines/pdf/syntax/object-parser.ts';
import { writeObject } from '#lib/engines/pdf/syntax/write-object.ts';
import { ChunkWriter } from '#lib/engines/pdf/writer/chunk-writer.ts';
import { ReferenceArray } from '#lib/engines/pdf/syntax/reference-array.ts';

const context = PDFContext.create();

function written(object: PDFObject): Buffer {
  const out = new ChunkWriter();
  writeObject(out, object);
  return Buffer.concat(out.finish());
}

const bytes = fc.uint8Array({ maxLength: 12 });

const { object } = fc.letrec<{ object: PDFObject }>((tie) => ({
  object: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<PDFObject>(PDFNull, PDFBool.True, PDFBool.False),
    fc.integer({ min: -1e9, max: 1e9 }).map((value) => PDFNumber.of(value / 1000)),
    fc.integer({ min: 1, max: 1e6 }).map((number) => PDFRef.of(number)),
    fc
      .string({ unit: 'binary-ascii', minLength: 1, maxLength: 8 })
      .map((text) => PDFName.of(text.replaceAll(/[#\0]/g, '_'))),
    bytes.map((data) => PDFHexString.of(Buffer.from(data).toString('hex'))),
    fc.stringMatching(/^[a-z (\\)\n]{0,8}$/).map((text) => PDFString.of(text.replace(/[()\\]/g, '\\$&'))),
    fc.array(tie('object'), { maxLength: 5 }).map((items) => {
      const array = PDFArray.withContext(context);
      for (const item of items) array.push(item);
      return array;
    }),
    fc.array(fc.tuple(fc.stringMatching(/^[A-Z]{1,3}$/), tie('object')), { maxLength: 5 }).map((entries) => {
      const dict = PDFDict.withContext(context);
      for (const [key, value] of entries) dict.set(PDFName.of(key), value);
      return dict;
    }),
  ),
}));

describe('writeObject', () => {
  it('writes white space only where it is needed', () => {
    const dict = context.obj({
      Type: 'Page',
      Kids: [PDFRef.of(1), PDFRef.of(2), 3, 'N', [4]],
      Z: null,
      D: { A: true },
    });
    expect(written(dict).toString()).toBe('<</Type/Page/Kids[1 0 R 2 0 R 3/N[4]]/Z null/D<</A true>>>>');
  });

  it('writes arrays of references as pdf-lib arrays', () => {
    const references = new ReferenceArray([12, 0, 3]);
    const dict = context.obj({});
    dict.set(PDFName.of('Nums'), PDFArray.withContext(context));
    dict.lookup(PDFName.of('Nums'), PDFArray).push(PDFNumber.of(7));
    dict.lookup(PDFName.of('Nums'), PDFArray).push(references);
    expect(written(dict).toString()).toBe('<</Nums[7[12 0 R null 3 0 R]]>>');
  });

  it('writes objects that the parser reads back', () => {
    fc.assert(
      fc.property(object, (original) => {
        const out = written(original);
        const parser = new ObjectParser(context, out, 0, out.length, { maxDepth: 50 });
        const read = parser.parse();
        expect(read?.toString()).toBe(original.toString());
        expect(parser.position).toBe(out.length);
      }),
    );
  });

  it('writes values whose end is found without parsing', () => {
    fc.assert(
      fc.property(object, (original) => {
        const out = written(original);
        const followed = Buffer.concat([out, Buffer.from(' /Next')]);
        expect(endOfValue(followed, 0, followed.length, 50)).toBe(out.length);
      }),
    );
  });

  it('writes dictionaries whose entries are found without parsing', () => {
    fc.assert(
      fc.property(object, (value) => {
        const out = written(context.obj({ First: 1, Contents: value, Type: 'Page', Ref: PDFRef.of(7) }));
        const entries = DictEntries.at(out, 0, out.length, 50);
        expect(entries?.wellFormed).toBe(true);
        expect(entries?.end).toBe(out.length);
        expect(entries?.integer('First')).toBe(1);
        expect(entries?.name('Type')).toBe('Page');
        expect(entries?.reference('Ref')).toBe(7);
        const { start = 0, end = 0 } = entries?.extent('Contents') ?? {};
        expect(out.subarray(start, end)).toEqual(written(value));
      }),
    );
  });
});
