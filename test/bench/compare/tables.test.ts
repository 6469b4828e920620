import { describe, expect, it } from 'vitest';
import { lossesOf, overviewLines } from './overview.ts';
import { byOperation, failuresOf, figure, headings, linesOf, sizesOf } from './print-row.ts';
import type { Result, Row } from './result.ts';

const result = (contestant: string, ...warm: number[]): Result => ({
  contestant,
  warm,
  cold: [],
  throughput: NaN,
  cpuSeconds: 0.01,
  peakMemory: 2e6,
  gbSeconds: 0.05,
  outputBytes: 3000,
});

const row = (size: Row['size'], ...results: Result[]): Row => ({
  operation: 'merge',
  size,
  description: `${size} files`,
  results,
  failures: {},
});

const small = row(
  'small',
  result('this service', 20, 10, 30),
  result('Gotenberg', 30, 30),
  result('qpdf', 10),
  result('mutool', 15, 5),
);
const medium = row('medium', result('this service', 100), result('puppeteer', 50));

describe('linesOf', () => {
  const [own = [], gotenberg = [], qpdf = []] = linesOf(small);
  const at = (heading: (typeof headings)[number]): number => headings.indexOf(heading);

  it('relates medians to that of the first contestant', () => {
    expect(own.slice(0, 4)).toEqual(['this service', 'small', '20.0', '1.00 ×']);
    expect(gotenberg[at('ratio')]).toBe('1.50 ×');
    expect(qpdf).toHaveLength(headings.length);
  });

  it('has dashes for what was not measured, also when it comes from JSON', () => {
    const [, , again = []] = linesOf(JSON.parse(JSON.stringify(small)) as Row);
    for (const line of [qpdf, again]) {
      expect(line[at('p95 ms')]).toBe('–');
      expect(line[at('cold ms')]).toBe('–');
      expect(line[at('per second')]).toBe('–');
    }
  });
});

describe('figure', () => {
  it.each([
    [1234.5, '1235'],
    [12.34, '12.3'],
    [1.234, '1.23'],
    [Infinity, '–'],
  ])('writes %d as %s', (value, text) => {
    expect(figure(value)).toBe(text);
  });
});

describe('the overview', () => {
  it('names the fastest other contestant beside Gotenberg', () => {
    expect(overviewLines([small])).toEqual([['merge, small', '20.0', '1.50 ×', 'qpdf', '0.50 ×']]);
  });

  it('leaves out what is no service', () => {
    expect(overviewLines([medium])).toEqual([['merge, medium', '100', '–', '–', '–']]);
  });
});

describe('lossesOf', () => {
  it('lists who has a lower median', () => {
    expect(lossesOf([small, medium])).toEqual([
      { task: 'merge, small', ahead: ['qpdf (0.50 ×)', 'mutool (0.50 ×)'] },
    ]);
  });
});

describe('the table of an operation', () => {
  it('has its rows together', () => {
    const split: Row = { ...small, operation: 'split', failures: { gs: 'Error: it ended' } };
    expect(byOperation([small, split, medium])).toEqual([
      ['merge', [small, medium]],
      ['split', [split]],
    ]);
    expect(failuresOf([small, split])).toEqual([
      { size: 'small', contestant: 'gs', failure: 'Error: it ended' },
    ]);
    expect(sizesOf([small, medium])).toBe('small: small files; medium: medium files');
  });
});
