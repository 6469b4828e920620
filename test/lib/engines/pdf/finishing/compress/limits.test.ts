import { describe, expect, it } from 'vitest';
import { limits } from '#lib/base/limits.ts';
import { compressionAccounts, workScale } from '#lib/engines/pdf/finishing/compress/compression-budget.ts';
import { PixelAccount } from '#lib/engines/pdf/finishing/compress/images/pixel-account.ts';

describe('the work of a request', () => {
  it.each([
    [undefined, 1],
    [1_000, 1],
    [limits.pdfMilliseconds - 1_000, 1],
    [limits.pdfMilliseconds, 1],
    [2 * limits.pdfMilliseconds, 2],
    [430_000, 16],
    [415_000, 16],
  ])('in %s ms is %s times that of a synchronous one', (milliseconds, scale) => {
    expect(workScale(milliseconds)).toBe(scale);
  });

  it('ends when its bytes are used up', () => {
    const { recoding } = compressionAccounts(1);
    const { recoding: ofJob } = compressionAccounts(16);
    const each = recoding.left;
    let streams = 0;
    for (; recoding.left > 0; streams += 1) recoding.add(each);
    let ofJobs = 0;
    for (; ofJob.left > 0; ofJobs += 1) ofJob.add(each);
    expect(ofJobs).toBe(16 * streams);
  });

  it('ends when its pixels are used up, but smaller images can follow', () => {
    const account = new PixelAccount(1);
    const large = { width: 5000, height: 5000, codec: undefined, components: 3 } as const;
    const half = { width: 2500, height: 2500 };
    expect(account.take({ ...large, width: 50_000 }, half)).toBe(false);
    expect(account.take(large, large)).toBe(true);
    expect(account.take(large, large)).toBe(false);
    expect(account.take(large, half)).toBe(true);
    expect(
      account.take({ width: 100, height: 100, codec: 'jpx', components: 3 }, { width: 9, height: 9 }),
    ).toBe(true);
  });
});
