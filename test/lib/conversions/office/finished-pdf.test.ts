import { describe, expect, it } from 'vitest';
import { finishingOf } from '#lib/conversions/office/finished-pdf.ts';
import { isFinishing } from '#lib/conversions/finishing/apply-finishing.ts';
import { newJob } from '../../../support/jobs.ts';

describe('finishingOf', () => {
  const ready = (overrides: Parameters<typeof newJob>[0]) => ({ ...newJob(overrides), inputs: [] });

  it('has the conformance that a job requests', () => {
    const finishing = finishingOf(
      ready({ type: 'to-pdf', options: { pdfa: '2a', pdfua: true, quality: 90 } }),
    );
    expect(finishing.options).toEqual({ pdfa: '2a', pdfua: true });
    expect(isFinishing(finishing)).toBe(true);
  });

  it('is left to the job of a part', () => {
    const parent = { id: 'job_1', index: 0, field: 'files[0]' };
    const finishing = finishingOf(ready({ type: 'to-pdf', options: { pdfa: '2a', pdfua: true }, parent }));
    expect(isFinishing(finishing)).toBe(false);
  });
});
