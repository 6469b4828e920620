import { describe, expect, it } from 'vitest';
import { SourceCopier } from '#lib/engines/pdf/copier/source-copier.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { OutputDocument } from '#lib/engines/pdf/output/output-document.ts';
import { rawPdf, rawStream, textPages } from '../../../../support/raw-pdf.ts';

/** An output with three copied objects: an array, a dictionary, a stream. */
function filled(): OutputDocument {
  const source = openPdf(
    rawPdf({ ...textPages('one'), 20: '[21 0 R 22 0 R]', 21: '<</A 1>>', 22: rawStream('/B 2', 'data') }),
  );
  const output = new OutputDocument();
  const copier = new SourceCopier(source, output);
  copier.reference(PDFRef.of(20));
  copier.flush();
  return output;
}

describe('OutputDocument', () => {
  it('stores copied objects as bytes until they are looked up, then as parsed objects', () => {
    const { context, objects } = filled();
    expect(objects.parsed(2)).toBeUndefined();
    expect(objects.raw.has(2)).toBe(true);
    const dict = context.lookup(PDFRef.of(2), PDFDict);
    expect(context.lookup(PDFRef.of(2))).toBe(dict);
    expect(objects.raw.has(2)).toBe(false);
    dict.set(PDFName.of('A'), PDFNumber.of(5));
    expect(context.lookup(PDFRef.of(2))?.toString()).toContain('/A 5');
  });

  it("returns streams as pdf-lib's", () => {
    const stream = filled().context.lookup(PDFRef.of(3));
    expect(stream).toBeInstanceOf(PDFRawStream);
    expect((stream as PDFRawStream).getContentsString()).toBe('data');
  });

  it('is a map of objects for pdf-lib: assign, delete, enumerate', () => {
    const { context } = filled();
    expect(
      context.enumerateIndirectObjects().map(([ref, object]) => [ref.objectNumber, object.constructor.name]),
    ).toEqual([
      [1, PDFArray.name],
      [2, PDFDict.name],
      [3, PDFRawStream.name],
    ]);
    const ref = context.register(PDFNumber.of(9));
    expect(ref).toBe(PDFRef.of(4));
    context.assign(PDFRef.of(1), PDFNumber.of(1));
    expect(context.lookup(PDFRef.of(1))?.toString()).toBe('1');
    expect(context.delete(PDFRef.of(2))).toBe(true);
    expect(context.delete(PDFRef.of(2))).toBe(false);
    expect(context.lookup(PDFRef.of(2))).toBeUndefined();
    expect(context.lookup(PDFRef.of(99))).toBeUndefined();
  });

  it('stores objects in one piece, however many there are and however long', () => {
    const objects: Record<number, string> = {};
    const bodies = Array.from({ length: 60 }, (_, index) => `(${String(index).repeat(1 + index * 1500)})`);
    for (const [index, body] of bodies.entries()) objects[20 + index] = body;
    const output = new OutputDocument();
    const copier = new SourceCopier(openPdf(rawPdf({ ...textPages('one'), ...objects })), output);
    const refs = bodies.map((_, index) => copier.reference(PDFRef.of(20 + index)));
    copier.flush();
    expect(refs.map((ref) => output.context.lookup(ref as PDFRef)?.toString())).toEqual(bodies);
  });
});
