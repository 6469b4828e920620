import { describe, expect, it } from 'vitest';
import { type ConformanceOptions, conformanceFaults } from '#lib/conversions/finishing/conformance-faults.ts';

describe('conformanceFaults', () => {
  it.each<[ConformanceOptions, string[]]>([
    [{}, []],
    [{ protect: {}, tagged: false, displayDocumentTitle: false }, []],
    [{ pdfa: '2b', tagged: false, displayDocumentTitle: false }, []],
    [{ pdfa: '2a', pdfua: true, tagged: true, displayDocumentTitle: true }, []],
    [{ pdfa: '2b', protect: {} }, ['protect: must not be combined with pdfa']],
    [{ pdfua: true, protect: {} }, ['protect: must not be combined with pdfua']],
    [{ pdfua: true, undescribedFigures: 'artifact' }, []],
    [{ undescribedFigures: 'reject' }, ['undescribedFigures: requires pdfua']],
    [{ pdfa: '2a', undescribedFigures: 'artifact' }, ['undescribedFigures: requires pdfua']],
    [{ pdfa: '3a', tagged: false }, ['tagged: must not be false with pdfa=3a, which requires tags']],
    [{ pdfua: true, tagged: false }, ['tagged: must not be false with pdfua, which requires tags']],
    [
      { pdfua: true, tagged: false, displayDocumentTitle: false },
      [
        'tagged: must not be false with pdfua, which requires tags',
        'displayDocumentTitle: must not be false with pdfua, which requires it',
      ],
    ],
  ])('of %j are %j', (options, faults) => {
    const found = conformanceFaults(options);
    expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual(faults);
    expect(new Set(found.map(({ code }) => code)).size).toBeLessThanOrEqual(1);
  });
});
