import { describe, expect, it } from 'vitest';
import { compareFileNames } from '#lib/gotenberg/form/file-name-order.ts';
import { Form, type FormFile } from '#lib/gotenberg/form/form.ts';
import { parseBool, parseDuration, parseInteger } from '#lib/gotenberg/form/go-values.ts';

const file = (fileName: string, part = 'files'): FormFile => ({
  part,
  field: fileName,
  fileName,
  size: 1,
  source: { kind: 'inline', bytes: Buffer.from('x') },
});

const formOf = (values: Record<string, string>, ...files: FormFile[]): Form =>
  new Form(new Map(Object.entries(values).map(([name, value]) => [name, [value]])), files);

describe('the order of files', () => {
  it.each([
    [
      ['10.pdf', '2.pdf', '1.pdf'],
      ['1.pdf', '2.pdf', '10.pdf'],
    ],
    [
      ['page_10.pdf', 'page_9.pdf'],
      ['page_9.pdf', 'page_10.pdf'],
    ],
    [
      ['b.pdf', 'a.pdf', 'z1.pdf'],
      ['z1.pdf', 'a.pdf', 'b.pdf'],
    ],
  ])('of %j is %j', (names, expected) => {
    expect([...names].sort(compareFileNames)).toEqual(expected);
  });
});

describe('a form', () => {
  it('takes the last of files with the same name, but keeps a stamp apart from an input', () => {
    const form = formOf({}, file('a.pdf'), file('a.pdf', 'other'), file('a.pdf', 'stamp'));
    expect(form.inputs.map(({ part }) => part)).toEqual(['other']);
    expect(form.side('stamp')).toHaveLength(1);
  });

  it.each(['watermark', 'stamp'] as const)('keeps all files of %s, in their order', (part) => {
    const form = formOf({}, file('b.png', part), file('a.png', part), file('b.png', part), file('a.png'));
    expect(form.side(part).map(({ fileName }) => fileName)).toEqual(['b.png', 'a.png', 'b.png']);
  });

  it('finds files by extensions in any case, and names the extensions if there are none', () => {
    expect(formOf({}, file('A.PDF')).inputsWith(['.pdf'])).toHaveLength(1);
    const form = formOf({}, file('a.txt'));
    form.inputsWith(['.pdf']);
    expect(() => form.faults.check()).toThrow('Invalid form data: no form file found for extensions: [.pdf]');
  });

  it('reports all wrong and missing fields in one error', () => {
    const form = formOf({ pdfua: 'foo', scale: 'x' });
    form.read('pdfua', parseBool);
    form.read('scale', parseInteger);
    form.require('metadata', String);
    expect(() => form.faults.check()).toThrow(
      "Invalid form data: form field 'pdfua' is invalid (got 'foo', resulting to strconv.ParseBool: parsing \"foo\": invalid syntax)\n" +
        "form field 'scale' is invalid (got 'x', resulting to strconv.Atoi: parsing \"x\": invalid syntax)\n" +
        "form field 'metadata' is required",
    );
  });
});

describe('durations', () => {
  it.each([
    ['1.5s', 1500],
    ['1m30s', 90_000],
    ['0', 0],
    ['250ms', 250],
    ['.5s', 500],
    ['1.s', 1000],
    ['+1s', 1000],
    ['-1m.5s', -60_500],
    ['1000\u00B5s', 1],
    ['1000\u03BCs', 1],
  ])('%s has %d milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['foo', '5', '1x', '-.s', '.s', '--1s', '1.2.3s', '-', ''])('%s is none', (text) => {
    expect(() => parseDuration(text)).toThrow('time: ');
  });
});
