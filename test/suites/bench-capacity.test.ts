import { expect, it } from 'vitest';
import { limitsOf, mostPerDay, shareOf } from '../bench/capacity/limits.ts';
import type { Capacity } from '../bench/capacity/measure-capacity.ts';

const usage = { apiRequests: 2, dynamoWrites: 4, openWrites: 0, s3Writes: 1 };

const capacity: Capacity = {
  services: {
    'html → pdf': { durations: { HtmlFile: 100, Renderer: 60 }, perSecond: 20 },
    merge: { durations: { MergePdf: 40 }, perSecond: 80 },
    'docx → pdf': { durations: { ConvertDocx: 200, OfficeWorker: 160 }, perSecond: 10 },
  },
  predicted: 1,
  measured: 1,
};

const limits = limitsOf(capacity, {
  'html → pdf': usage,
  merge: usage,
  'docx → pdf': { ...usage, openWrites: 4 },
});

const named = (name: string) => {
  const limit = limits.find((each) => each.name.includes(name));
  if (!limit) throw new Error(name);
  return limit;
};

it('limits are sorted by the load that reaches them', () => {
  const loads = limits.map(mostPerDay);
  expect(loads).toEqual(loads.toSorted((a, b) => a - b));
});

it('functions run at a time by the shares of the operations', () => {
  // 0.5 × 160 ms + 0.25 × 40 ms + 0.25 × 360 ms
  expect(named('concurrent executions').use).toBeCloseTo(0.18);
  expect(named('OfficeConcurrency').use).toBeCloseTo(0.04);
  expect(named('open jobs').use).toBeCloseTo(1);
  expect(named('of one method').use).toBeCloseTo(2);
});

it('the peak of a day is five times its average', () => {
  // 864,000 a day are 10 a second on average, so 50 at the peak: 100 requests of 1,000.
  expect(shareOf(named('of one method'), 864_000)).toBeCloseTo(0.1);
  expect(mostPerDay(named('of one method'))).toBeCloseTo(8_640_000);
});
