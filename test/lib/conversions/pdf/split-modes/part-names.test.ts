import { describe, expect, it } from 'vitest';
import { partNames } from '#lib/conversions/pdf/split-modes/part-names.ts';

const part = (first: number, last: number, title?: string) => ({ span: { first, last }, title });
const titled = (...titles: string[]) => titles.map((title, index) => part(index + 1, index + 1, title));
const report = { fileName: '', inputName: 'report.PDF' };

describe('the names of parts', () => {
  it('number repeated ranges', () => {
    expect(partNames(report, [part(5, 5), part(5, 7), part(5, 5), part(5, 5)])).toEqual([
      'report_5.pdf',
      'report_5-7.pdf',
      'report_5-2.pdf',
      'report_5-3.pdf',
    ]);
  });

  it('are unique', () => {
    const parts = [part(1, 1), part(1, 1), part(1, 2), part(1, 2)];
    expect(partNames({ fileName: 'a.pdf', inputName: 'b.pdf' }, parts)).toEqual([
      'a_1.pdf',
      'a_1-2.pdf',
      'a_1-2-2.pdf',
      'a_1-2-3.pdf',
    ]);
    expect(partNames(report, titled('Intro', 'INTRO', 'intro-2'))).toEqual([
      'Intro.pdf',
      'INTRO-2.pdf',
      'intro-2-2.pdf',
    ]);
  });

  it('preserve the pages and the number if they are shortened', () => {
    const [ranged = ''] = partNames({ fileName: '', inputName: 'ä'.repeat(200) }, [part(1, 3)]);
    expect(ranged).toMatch(/^ä+_1-3\.pdf$/);
    const long = 'ä'.repeat(200);
    const [, second = ''] = partNames(report, titled(long, long));
    expect(second).toMatch(/^ä+-2\.pdf$/);
    for (const name of [ranged, second]) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  });

  it('come from titles, after the base name that the client chose', () => {
    const parts = [part(1, 2), part(3, 9, 'Chapter 1')];
    expect(partNames(report, parts)).toEqual(['report_1-2.pdf', 'Chapter 1.pdf']);
    expect(partNames({ ...report, fileName: 'book' }, parts)).toEqual(['book_1-2.pdf', 'book_Chapter 1.pdf']);
    expect(partNames({ fileName: '', inputName: '' }, parts)).toEqual(['document_1-2.pdf', 'Chapter 1.pdf']);
  });

  it('are valid on every system', () => {
    const titles = [
      'Input/Output',
      '1: What?',
      '..\\..\\etc',
      '\u202Egpj.exe',
      ' a\n b\u0000 ',
      '...',
      'a.pdf',
      '',
    ];
    expect(partNames(report, titled(...titles))).toEqual([
      'Input-Output.pdf',
      '1- What-.pdf',
      '..-..-etc.pdf',
      'gpj.exe.pdf',
      'a b.pdf',
      'report_6.pdf',
      'a.pdf',
      'report_8.pdf',
    ]);
  });
});
