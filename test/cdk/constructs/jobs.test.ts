import { describe, expect, it } from 'vitest';
import { resourcesOf, textOf } from '../../support/template.ts';

const queues = resourcesOf('AWS::SQS::Queue');
const mappings = [...resourcesOf('AWS::Lambda::EventSourceMapping').values()];
/** The event sources of a function. */
const mappingsOf = (fn: string) =>
  mappings
    .filter(({ Properties }) => textOf(Properties['FunctionName']) === fn)
    .map(({ Properties }) => Properties);

describe.each([
  ['Office', 'OfficeWorker', 120, 'OfficeConcurrency'],
  ['HtmlJobs', 'HtmlWorker', 660, 'HtmlJobConcurrency'],
  ['PdfJobs', 'PdfWorker', 660, 'PdfJobConcurrency'],
])('the jobs of %s', (name, worker, timeout, concurrency) => {
  it('wait in a queue with the visibility timeout that its worker requires, and at most ten receives', () => {
    const { RedrivePolicy, ...queue } = queues.get(`${name}Queue`)?.Properties ?? {};
    expect(queue).toEqual({
      VisibilityTimeout: timeout,
      MessageRetentionPeriod: 4 * 24 * 3600,
      SqsManagedSseEnabled: true,
    });
    const { deadLetterTargetArn, maxReceiveCount } = RedrivePolicy as Record<string, unknown>;
    expect(textOf(deadLetterTargetArn)).toBe(`${name}DeadLetters.Arn`);
    expect(maxReceiveCount).toBe(10);
  });

  it('run one per worker, with the concurrency of the parameter', () => {
    const [{ EventSourceArn, ...mapping } = {}, ...others] = mappingsOf(`${worker}Function`);
    expect(others).toEqual([]);
    expect(textOf(EventSourceArn)).toBe(`${name}Queue.Arn`);
    expect(mapping).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: { Ref: concurrency } },
    });
  });

  it('are failed from a dead-letter queue with a retention of two weeks', () => {
    expect(queues.get(`${name}DeadLetters`)?.Properties).toEqual({
      VisibilityTimeout: 180,
      MessageRetentionPeriod: 14 * 24 * 3600,
      SqsManagedSseEnabled: true,
    });
    const mapping = mappingsOf('DeadJobFunction').find(
      ({ EventSourceArn }) => textOf(EventSourceArn) === `${name}DeadLetters.Arn`,
    );
    expect(mapping).toMatchObject({ BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] });
  });
});

describe('jobs', () => {
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
