import { describe, expect, it } from 'vitest';
import { SourceCopier } from '#lib/engines/pdf/copier/source-copier.ts';
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { OutputDocument } from '#lib/engines/pdf/output/output-document.ts';
import { ReferenceArray } from '#lib/engines/pdf/syntax/reference-array.ts';
import {
  latin1,
  type RawObjects,
  rawPdf,
  rawStream,
  rawStreamPdf,
  textPages,
} from '../../../../support/raw-pdf.ts';

const name = PDFName.of.bind(PDFName);

/** A copier between a document of one page with more objects and an empty output. */
function copierOf(objects: RawObjects, pdf = rawPdf({ ...textPages('one'), ...objects })) {
  const source = openPdf(pdf);
  const output = new OutputDocument();
  return { source, output, copier: new SourceCopier(source, output) };
}

/** An object of the output on one line. */
const textOf = (output: OutputDocument, ref: unknown): string | undefined =>
  ref instanceof PDFRef ? output.context.lookup(ref)?.toString().replace(/\s+/g, ' ') : undefined;

/** Copies an object and returns its text in the output. */
function copied(objects: RawObjects, number = 20): string | undefined {
  const { copier, output } = copierOf(objects);
  const ref = copier.reference(PDFRef.of(number));
  copier.flush();
  return textOf(output, ref);
}

describe('SourceCopier', () => {
  it('copies an object with everything it refers to, each once, numbered in order of reference', () => {
    const { copier, output } = copierOf({
      20: '[21 0 R 22 0 R 21 0 R]',
      21: '<</Up 20 0 R>>',
      22: '(leaf)',
      23: '(other)',
    });
    const ref = copier.reference(PDFRef.of(20));
    copier.flush();
    expect(textOf(output, ref)).toBe('[ 2 0 R 3 0 R 2 0 R ]');
    expect(textOf(output, PDFRef.of(2))).toBe('<< /Up 1 0 R >>');
    expect(textOf(output, PDFRef.of(3))).toBe('(leaf)');
    expect(output.context.largestObjectNumber).toBe(3);
    expect(copier.reference(PDFRef.of(20))).toBe(ref);
  });

  it('copies from object streams', () => {
    const objects = { ...textPages('one'), 20: '[21 0 R]', 21: '<</A (b)>>' };
    const { copier, output } = copierOf({}, rawStreamPdf(objects, { packed: [2, 20, 21] }));
    const ref = copier.reference(PDFRef.of(20));
    copier.flush();
    expect(textOf(output, ref)).toBe('[ 2 0 R ]');
    expect(textOf(output, PDFRef.of(2))).toBe('<< /A (b) >>');
  });

  it.each([
    ['references that touch', '[21 0 R21 0 R/X 21 0 R]', '[ 2 0 R 2 0 R /X 2 0 R ]'],
    [
      'references in strings, names and comments',
      '[(21 0 R)/21#200#20R%21 0 R\n<21>]',
      '[ (21 0 R) /21#200#20R <21> ]',
    ],
    ['references to nothing', '[99 0 R 0 0 R 21 0 R]', '[ null null 2 0 R ]'],
    ['numbers that look like references', '[21 0 21 0 R 1 2 3]', '[ 21 0 2 0 R 1 2 3 ]'],
    ['a value that is a reference', '21 0 R', '(leaf)'],
    ['no value', '', 'null'],
    ['a dictionary that is not well-formed', '<</A 21 0 R x /B 1', '<< /A 2 0 R /B 1 >>'],
    ['words that mean nothing', '[1 foo 21 0 R]', '[ 1 null 2 0 R ]'],
    ['a length of what is no stream', '<</Length 21 0 R/A 1>>', '<< /A 1 /Length 2 0 R >>'],
  ])('copies %s', (_what, body, expected) => {
    expect(copied({ 20: body, 21: '(leaf)' })).toBe(expected);
  });

  it('copies streams byte by byte with their measured length, without the object of the length', () => {
    const data = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { copier, output } = copierOf({ 20: rawStream('/A 1', data, '21 0 R'), 21: '256' });
    const ref = copier.reference(PDFRef.of(20));
    copier.flush();
    const stream = output.context.lookup(ref);
    if (!(stream instanceof PDFRawStream)) throw new Error('No stream');
    expect(Buffer.from(stream.contents)).toEqual(data);
    expect(stream.dict.get(name('Length'))?.toString()).toBe('256');
    expect(output.context.largestObjectNumber).toBe(1);
  });

  it('copies no page, page tree or catalog', () => {
    const { copier, output } = copierOf({
      20: '[1 0 R 2 0 R 4 0 R 21 0 R 22 0 R]',
      21: '<</Type/Page/Secret 23 0 R>>',
      22: '<</Secret 23 0 R/Type /Page x>>',
      23: '(secret)',
    });
    const ref = copier.reference(PDFRef.of(20));
    copier.flush();
    expect(textOf(output, ref)).toBe('[ null null null 2 0 R 3 0 R ]');
    expect(output.context.lookup(PDFRef.of(2))).toBe(PDFNull);
    expect(output.context.lookup(PDFRef.of(3))).toBe(PDFNull);
    expect(output.context.lookup(PDFRef.of(4))).toBeUndefined();
    expect(output.context.largestObjectNumber).toBe(3);
  });

  it('uses assigned numbers without copying those objects', () => {
    const { copier, output } = copierOf({ 20: '[4 0 R 21 0 R]', 21: '(leaf)' });
    const page = output.context.nextRef();
    copier.assign(PDFRef.of(4), page);
    copier.assign(PDFRef.of(21), null);
    const ref = copier.reference(PDFRef.of(20));
    copier.flush();
    expect(textOf(output, ref)).toBe(`[ ${page.toString()} null ]`);
    expect(output.context.lookup(page)).toBeUndefined();
  });

  it('uses overrides in place of source objects, before and after they were copied', () => {
    const { source, copier, output } = copierOf({ 20: '<</Next 21 0 R>>', 21: '<</Old true>>', 22: '(new)' });
    const override = source.context.lookup(PDFRef.of(21), PDFDict).clone();
    override.set(name('Link'), PDFRef.of(22));
    copier.override(PDFRef.of(21), override);
    const ref = copier.reference(PDFRef.of(20));
    copier.flush();
    expect(textOf(output, PDFRef.of(2))).toBe('<< /Old true /Link 3 0 R >>');
    expect(textOf(output, PDFRef.of(3))).toBe('(new)');
    copier.override(PDFRef.of(20), PDFNumber.of(7));
    expect(textOf(output, ref)).toBe('7');
    expect(source.context.lookup(PDFRef.of(21))?.toString()).not.toContain('Link');
  });

  it('reports which objects were referred to', () => {
    const { copier } = copierOf({ 20: '[21 0 R]', 21: '(leaf)', 22: '(other)' });
    copier.reference(PDFRef.of(20));
    copier.flush();
    expect([20, 21, 22].map((number) => copier.isReferredTo(PDFRef.of(number)))).toEqual([true, true, false]);
  });

  it('copies direct objects', () => {
    const { source, copier, output } = copierOf({
      20: '<</A[21 0 R/N 1]>>',
      21: rawStream('/X 1', 'data', '22 0 R'),
      22: '4',
    });
    const dict = source.context.lookup(PDFRef.of(20), PDFDict);
    const copy = copier.copy(dict);
    expect(copy).not.toBe(dict);
    expect(copy.toString().replace(/\s+/g, ' ')).toBe('<< /A [ 1 0 R /N 1 ] >>');
    expect(copy).toMatchObject({ context: output.context });
    const stream = source.context.lookup(PDFRef.of(21));
    expect(stream && copier.copy(stream).toString()).toBe('<<\n/X 1\n/Length 4\n>>\nstream\ndata\nendstream');
    copier.flush();
    expect(output.context.largestObjectNumber).toBe(1);
  });

  it('copies arrays of references as numbers', () => {
    const { source, copier, output } = copierOf({
      20: '[21 0 R null 1 0 R 21 0 R 99 0 R]',
      21: '(a)',
      22: '[21 0 R 5]',
    });
    const [references, mixed] = [20, 22].map((number) => source.context.lookup(PDFRef.of(number), PDFArray));
    if (!references || !mixed) throw new Error('the arrays are not there');
    const copied = copier.copyReferences(references);
    expect(copied).toBeInstanceOf(ReferenceArray);
    expect(copied.toString()).toBe('[1 0 R null null 1 0 R null]');
    expect(copier.copyReferences(mixed).toString()).toBe('[ 1 0 R 5 ]');
    copier.flush();
    expect(textOf(output, PDFRef.of(1))).toBe('(a)');
  });

  it('copies a dictionary with removed and added entries', () => {
    for (const broken of ['', ' garbage']) {
      const { copier, output } = copierOf({
        20: `<</A 1/B[21 0 R]/C 2/B 22 0 R/D 23 0 R${broken}>>`,
        21: '(dropped)',
        22: '(dropped)',
        23: '(kept)',
      });
      const ref = output.context.nextRef();
      const set = new Map<PDFName, PDFObject>([
        [name('C'), PDFNumber.of(3)],
        [name('E'), PDFArray.withContext(output.context)],
      ]);
      copier.copyDict(PDFRef.of(20), ref, { omit: new Set([name('B')]), set });
      copier.flush();
      expect(textOf(output, ref)).toBe('<< /A 1 /D 2 0 R /C 3 /E [ ] >>');
      expect(textOf(output, PDFRef.of(2))).toBe('(kept)');
      expect(output.context.largestObjectNumber).toBe(2);
    }
  });

  it('copies chains of any length without recursion', () => {
    const length = 20_000;
    const objects: Record<number, string> = {};
    for (let number = 20; number < 20 + length; number += 1) objects[number] = `<</Next ${number + 1} 0 R>>`;
    const { copier, output } = copierOf(objects);
    copier.reference(PDFRef.of(20));
    copier.flush();
    expect(output.context.largestObjectNumber).toBe(length);
  });

  it('ends at a cyclic chain of references', () => {
    expect(copied({ 20: '21 0 R', 21: '20 0 R' })).toBe('null');
  });

  it('rejects overlapping objects instead of copying each to its end', () => {
    let body = '';
    const count = 6000;
    const offsets: number[] = [];
    const start = rawPdf(textPages('one')).indexOf('xref');
    const pdf = rawPdf(textPages('one')).subarray(0, start).toString('latin1');
    for (let index = 0; index < count; index += 1) {
      offsets.push(start + body.length);
      body += `${100 + index} 0 obj${'[ '.repeat(100)}`;
    }
    const table = offsets.map(
      (offset, index) => `${100 + index} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
    );
    const first = [...pdf.matchAll(/(\d+) 0 obj/g)].map(
      (match) => `${match[1] ?? ''} 1\n${String(match.index).padStart(10, '0')} 00000 n \n`,
    );
    const xref = `xref\n${first.join('')}${table.join('')}trailer<</Root 1 0 R>>\nstartxref\n${start + body.length}\n%%EOF`;
    const { copier } = copierOf({}, latin1(pdf + body + xref));
    const copyAll = (): void => {
      for (let index = 0; index < count; index += 1) copier.reference(PDFRef.of(100 + index));
      copier.flush();
    };
    expect(copyAll).toThrow(expect.objectContaining({ code: 'damaged-document' }));
  });
});
