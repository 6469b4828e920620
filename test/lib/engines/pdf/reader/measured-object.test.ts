import { describe, expect, it } from 'vitest';
import { measureObject } from '#lib/engines/pdf/reader/measured-object.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { rawPdf, rawStream, rawStreamPdf, textPages } from '../../../../support/raw-pdf.ts';

const measured = (object: string | Buffer) => {
  const { head, data, encoded, references } = measureObject(
    openPdf(rawPdf({ ...textPages('one'), 20: object })).file,
    20,
  );
  return { head, data, encoded, references: [...references] };
};

describe('the measure of an object', () => {
  it.each<[string, string | Buffer, ReturnType<typeof measured>]>([
    ['a number', '1234', { head: 4, data: 0, encoded: false, references: [] }],
    [
      'a dictionary',
      '<</A 4 0 R/B[5 0 R 6 0 R 7]/C 1.5>>',
      { head: 35, data: 0, encoded: false, references: [4, 5, 6] },
    ],
    ['a stream', rawStream('', 'x'.repeat(50)), { head: 14, data: 50, encoded: false, references: [] }],
    [
      'an encoded stream without a length',
      rawStream('/Filter/DCTDecode/SMask 5 0 R', 'x'.repeat(50), '5 0 R'),
      { head: 46, data: 50, encoded: true, references: [5, 5] },
    ],
    ['an object that does not end', '<</A [ 4 0 R', { head: 0, data: 0, encoded: false, references: [] }],
  ])('has the size and the references of %s', (_, object, expected) => {
    expect(measured(object)).toEqual(expected);
  });

  it('counts compressed objects, and nothing for absent ones', () => {
    const { file } = openPdf(rawStreamPdf(textPages('one'), { packed: [1, 2, 3, 4] }));
    expect([...measureObject(file, 4).references]).toEqual([2, 3, 5]);
    expect(measureObject(file, 99)).toMatchObject({ head: 0, data: 0 });
  });
});
