import { describe, expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { withRepair } from '#lib/engines/pdf/reader/with-repair.ts';
import { defaultPdfLimits, timeLimit, WorkBudget } from '#lib/engines/pdf/work-budget.ts';
import { copyPages } from '../../../../support/copy-pages.ts';
import { hostilePdfs } from '../../../../support/hostile-pdfs.ts';
import { rawPdf, textPages } from '../../../../support/raw-pdf.ts';

const pages = textPages('one');
/** The outcome for a file: the pages of its copy, or the code of the error. */
function outcomeOf(pdf: Buffer, budget = new WorkBudget()): number | string {
  try {
    return openPdf(withRepair([openPdf(pdf, { budget })], (sources) => copyPages(sources))).pages.length;
  } catch (error) {
    if (error instanceof InputFault) return error.code;
    throw error;
  }
}

/** Processor time, which does not depend on the load of the machine. */
const maxMilliseconds = 10_000;

const processorMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

describe('a file made to exhaust the reader', () => {
  it.each(Object.entries(hostilePdfs))(
    'has its outcome: %s',
    { timeout: 60_000 },
    (_name, [make, outcome]) => {
      const pdf = make();
      const started = processorMilliseconds();
      expect(outcomeOf(pdf)).toBe(outcome);
      expect(processorMilliseconds() - started).toBeLessThan(maxMilliseconds);
    },
  );

  it('is ended by the checkpoint in any phase', () => {
    const objects: Record<number, string> = { ...(pages as Record<number, string>) };
    for (let number = 20; number < 30_000; number += 1)
      objects[number] = `<</Next ${number + 1} 0 R/Text(${'x'.repeat(60)})>>`;
    const big = rawPdf({ ...objects, 4: '<</Type/Page/MediaBox[0 0 1 1]/X 20 0 R>>' });
    expect(outcomeOf(big)).toBe(1);
    expect(outcomeOf(big, new WorkBudget(defaultPdfLimits, timeLimit(0)))).toBe('file-too-large');
  });

  it('is rejected with the exceeded limit', () => {
    const limits = { ...defaultPdfLimits, pages: 1 };
    const budget = new WorkBudget(limits);
    expect(openPdf(rawPdf(pages), { budget }).pages).toHaveLength(1);
    expect(() => openPdf(rawPdf(pages), { budget })).toThrow('has more than 1 pages');
    expect(() => openPdf(rawPdf(pages), { budget: new WorkBudget({ ...limits, objects: 3 }) })).toThrow(
      'has more than 3 objects',
    );
  });
});
