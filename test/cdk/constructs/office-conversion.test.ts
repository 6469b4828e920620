import { describe, expect, it } from 'vitest';
import { resourcesOf, textOf } from '../../support/template.ts';

describe('office conversions', () => {
  const queues = resourcesOf('AWS::SQS::Queue');
  const mappings = [...resourcesOf('AWS::Lambda::EventSourceMapping').values()];
  const mappingOf = (fn: string) =>
    mappings.find(({ Properties }) => textOf(Properties['FunctionName']) === fn)?.Properties;

  it('wait in a queue with a visibility timeout longer than any lease, and at most ten receives', () => {
    const { RedrivePolicy, ...queue } = queues.get('OfficeQueue')?.Properties ?? {};
    expect(queue).toEqual({
      VisibilityTimeout: 720,
      MessageRetentionPeriod: 4 * 24 * 3600,
      SqsManagedSseEnabled: true,
    });
    const { deadLetterTargetArn, maxReceiveCount } = RedrivePolicy as Record<string, unknown>;
    expect(textOf(deadLetterTargetArn)).toBe('OfficeDeadLetters.Arn');
    expect(maxReceiveCount).toBe(10);
  });

  it('run one per worker, with the concurrency of the parameter', () => {
    const { EventSourceArn, ...mapping } = mappingOf('OfficeWorkerFunction') ?? {};
    expect(textOf(EventSourceArn)).toBe('OfficeQueue.Arn');
    expect(mapping).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: { Ref: 'OfficeConcurrency' } },
    });
  });

  it('are failed from a dead-letter queue with a retention of two weeks', () => {
    expect(queues.get('OfficeDeadLetters')?.Properties).toEqual({
      VisibilityTimeout: 180,
      MessageRetentionPeriod: 14 * 24 * 3600,
      SqsManagedSseEnabled: true,
    });
    const { EventSourceArn, ...mapping } = mappingOf('DeadJobFunction') ?? {};
    expect(textOf(EventSourceArn)).toBe('OfficeDeadLetters.Arn');
    expect(mapping).toMatchObject({ BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] });
  });

  it('are swept every minute, without retries of a failed sweep', () => {
    const [rule, ...others] = resourcesOf('AWS::Events::Rule').values();
    expect(others).toEqual([]);
    expect(rule?.Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    const [target] = rule?.Properties['Targets'] as { Arn: unknown }[];
    expect(textOf(target?.Arn)).toBe('SweepFunction.Arn');
  });
});
