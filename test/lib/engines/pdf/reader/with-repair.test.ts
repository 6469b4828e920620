import { describe, expect, it, vi } from 'vitest';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { PdfSource } from '#lib/engines/pdf/reader/pdf-source.ts';
import { withRepair } from '#lib/engines/pdf/reader/with-repair.ts';
import { WorkBudget, defaultPdfLimits } from '#lib/engines/pdf/work-budget.ts';
import { copyPages } from '../../../../support/copy-pages.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import { latin1, rawPdf, textPages } from '../../../../support/raw-pdf.ts';

/** A document whose font, which opening does not need, is not where its cross-reference says. */
function misplaced(...texts: string[]): Buffer {
  const pdf = rawPdf(textPages(...texts)).toString('latin1');
  const offset = String(pdf.indexOf('3 0 obj')).padStart(10, '0');
  return latin1(pdf.replace(`${offset} 00000 n`, `${String(Number(offset) + 3).padStart(10, '0')} 00000 n`));
}

describe('withRepair', () => {
  it('reopens the source that turns out to be broken, and starts again', async () => {
    const sources = [openPdf(rawPdf(textPages('a'))), openPdf(misplaced('b')), openPdf(misplaced('c'))];
    const work = vi.fn((current: readonly PdfSource[]) => ({
      bytes: copyPages(current),
      current: [...current],
    }));
    const { bytes, current } = withRepair(sources, work);
    expect(work).toHaveBeenCalledTimes(3);
    expect(await pageTexts(bytes)).toEqual(['a', 'b', 'c']);
    expect(current.map(({ findings }) => findings.has('cross-reference-rebuilt'))).toEqual([
      false,
      true,
      true,
    ]);
    expect(current[0]).toBe(sources[0]);
  });

  it('passes on any other error', () => {
    const source = openPdf(rawPdf(textPages('a')));
    const error = new Error('of the work');
    expect(() =>
      withRepair([source], () => {
        throw error;
      }),
    ).toThrow(error);
  });

  it('lets the caller name the input that cannot be reopened', () => {
    const budget = new WorkBudget({ ...defaultPdfLimits, objects: 8 });
    const sources = [openPdf(rawPdf(textPages('a'))), openPdf(hiddenObjects(), { budget })];
    expect(() => withRepair(sources, copyPages, (index, fault) => fault.inField(`files[${index}]`))).toThrow(
      'files[1]: has more than 8 objects',
    );
  });

  it('does not count an input twice against the limits', async () => {
    const limits = { ...defaultPdfLimits, objects: 8, pages: 1 };
    const source = openPdf(misplaced('a'), { budget: new WorkBudget(limits) });
    expect(await pageTexts(withRepair([source], copyPages))).toEqual(['a']);
  });
});

/** A document with more objects than its cross-reference lists. */
function hiddenObjects(): Buffer {
  const pdf = misplaced('b');
  return Buffer.concat([
    pdf,
    latin1('90 0 obj null endobj\nstartxref\n'),
    latin1(`${pdf.indexOf('xref')}\n%%EOF`),
  ]);
}
