import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countBytes, identify, inSpan, timed } from '#lib/base/observability/span.ts';
import { collectLog } from '../../../support/log-lines.ts';

const trace = { traceId: 'a'.repeat(32), sampled: false };

describe('a line', () => {
  it('has the ids of its span, at any call depth', async () => {
    const { log, lines } = collectLog();
    await inSpan({ requestId: 'r', trace }, async () => {
      await sleep(1);
      identify({ keyId: 'key_1' });
      log.warn('something', { detail: 1 });
    });
    log.info('nothing special');
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'WARN',
        message: 'something',
        service: 'test',
        requestId: 'r',
        keyId: 'key_1',
        traceId: trace.traceId,
        detail: 1,
      }),
      expect.not.objectContaining({ requestId: 'r' }),
    ]);
  });

  it('is not mixed up with concurrent spans', async () => {
    const { log, lines } = collectLog();
    await Promise.all(
      ['job_1', 'job_2', 'job_3'].map((jobId, index) =>
        inSpan({}, async () => {
          identify({ jobId });
          await sleep(5 - index);
          log.info(jobId);
        }),
      ),
    );
    const written = lines();
    expect(written).toHaveLength(3);
    for (const { message, jobId } of written) expect(jobId).toBe(message);
  });

  it('contains errors with their causes', async () => {
    const { log, lines } = collectLog();
    await inSpan({ requestId: 'r' }, () => {
      log.error('request failed', { error: new Error('outside', { cause: new Error('inside') }) });
      return Promise.resolve();
    });
    expect(lines()[0]).toMatchObject({
      requestId: 'r',
      error: { message: 'outside', cause: { message: 'inside' } },
    });
  });
});

describe('the closing line', () => {
  it('contains the bytes and the duration of the stages, including a failed one', async () => {
    const { log, lines } = collectLog();
    await inSpan({}, async () => {
      await timed('download', () => sleep(12));
      await timed('download', () => sleep(12));
      await timed('store', () => Promise.reject(new Error('x'))).catch(() => undefined);
      countBytes('input', 3);
      countBytes('input', 4);
      countBytes('output', 5);
      log.close('job', { status: 'completed' });
    });
    const [line] = lines();
    expect(line).toMatchObject({ message: 'job', status: 'completed', inputBytes: 7, outputBytes: 5 });
    const { download, store } = line?.['stages'] as Record<string, number>;
    expect(download).toBeGreaterThanOrEqual(20);
    expect(store).toBeLessThan(20);
    expect(line?.['milliseconds']).toBeGreaterThanOrEqual(download ?? Infinity);
    expect(line).not.toHaveProperty('_aws');
  });

  it('of a conversion is read by CloudWatch as metrics too', async () => {
    const { log, lines } = collectLog('Stack');
    await inSpan({ requestId: 'r' }, () => {
      countBytes('input', 7);
      log.close(
        'job',
        {},
        { conversion: 'docx-to-pdf', result: 'failed', queueMilliseconds: 30, failedJobs: 1 },
      );
      return Promise.resolve();
    });
    const [line] = lines();
    const { _aws } = line as { _aws: { Timestamp: number; CloudWatchMetrics: Directive[] } };
    expect(Math.abs(Date.now() - _aws.Timestamp)).toBeLessThan(10_000);
    // CloudWatch drops metrics that name a missing member, so each one is looked up in the line itself.
    const series = _aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
      Dimensions.flatMap((dimensions) =>
        Metrics.map(({ Name, Unit }) => ({
          [`${Namespace}/${Name}`]: line?.[Name],
          Unit,
          ...Object.fromEntries(dimensions.map((dimension) => [dimension, line?.[dimension]])),
        })),
      ),
    );
    expect(series).toEqual([
      { 'Stack/conversions': 1, Unit: 'Count', conversion: 'docx-to-pdf', result: 'failed' },
      {
        'Stack/milliseconds': expect.any(Number) as number,
        Unit: 'Milliseconds',
        conversion: 'docx-to-pdf',
      },
      { 'Stack/queueMilliseconds': 30, Unit: 'Milliseconds' },
      { 'Stack/inputBytes': 7, Unit: 'Bytes' },
      { 'Stack/failedJobs': 1, Unit: 'Count' },
    ]);
  });
});

interface Directive {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string; Unit: string }[];
}
