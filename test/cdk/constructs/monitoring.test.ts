import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { conversionResults } from '#lib/base/observability/conversion-metrics.ts';
import { templateOf } from '../../support/synth.ts';
import { functionsOf, resourcesOf, template, textOf } from '../../support/template.ts';

describe('alarms', () => {
  const alarms = resourcesOf('AWS::CloudWatch::Alarm');

  it.each([
    ['ServerErrors', 'AWS/ApiGateway 5XXError of Test', 'Sum', 1],
    ['Throttles', 'AWS/Lambda Throttles of all', 'Sum', 1],
    ['FailedJobs', 'Test failedJobs of all', 'Sum', 1],
    ['DeadJobs', 'AWS/Lambda Invocations of DeadJobFunction', 'Sum', 1],
    [
      'DeadLetters',
      'AWS/SQS ApproximateNumberOfMessagesVisible of OfficeDeadLetters.QueueName',
      'Maximum',
      1,
    ],
    [
      'HtmlDeadLetters',
      'AWS/SQS ApproximateNumberOfMessagesVisible of HtmlJobsDeadLetters.QueueName',
      'Maximum',
      1,
    ],
    [
      'PdfDeadLetters',
      'AWS/SQS ApproximateNumberOfMessagesVisible of PdfJobsDeadLetters.QueueName',
      'Maximum',
      1,
    ],
    ['WorkerErrors', 'AWS/Lambda Errors of OfficeWorkerFunction', 'Sum', 5],
    ['HtmlWorkerErrors', 'AWS/Lambda Errors of HtmlWorkerFunction', 'Sum', 5],
    ['PdfWorkerErrors', 'AWS/Lambda Errors of PdfWorkerFunction', 'Sum', 5],
    ['RendererErrors', 'AWS/Lambda Errors of RendererFunction', 'Sum', 5],
    ['SweepErrors', 'AWS/Lambda Errors of SweepFunction', 'Sum', 6],
    ['WebhookErrors', 'AWS/Lambda Errors of WebhookSenderFunction', 'Sum', 5],
    [
      'WebhookDeadLetters',
      'AWS/SQS ApproximateNumberOfMessagesVisible of WebhooksDeadLetters.QueueName',
      'Maximum',
      1,
    ],
    [
      'WebhooksWaiting',
      'AWS/SQS ApproximateNumberOfMessagesNotVisible of WebhooksQueue.QueueName',
      'Maximum',
      100_000,
    ],
    ['OldJobs', 'AWS/SQS ApproximateAgeOfOldestMessage of OfficeQueue.QueueName', 'Maximum', 720],
    ['OldHtmlJobs', 'AWS/SQS ApproximateAgeOfOldestMessage of HtmlJobsQueue.QueueName', 'Maximum', 1260],
    ['OldPdfJobs', 'AWS/SQS ApproximateAgeOfOldestMessage of PdfJobsQueue.QueueName', 'Maximum', 1260],
  ])('%s is raised by %s: %s of at least %i', (name, metric, statistic, threshold) => {
    const { Namespace, MetricName, Dimensions, ...alarm } = alarms.get(`Monitoring${name}`)?.Properties ?? {};
    const [dimension] = (Dimensions ?? []) as { Value: unknown }[];
    expect(`${textOf(Namespace)} ${textOf(MetricName)} of ${textOf(dimension?.Value ?? 'all')}`).toBe(metric);
    expect(alarm).toMatchObject({
      Statistic: statistic,
      Threshold: threshold,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 1,
      Period: 300,
      TreatMissingData: 'notBreaching',
    });
  });

  it('use single metrics, which CloudWatch supports in all regions', () => {
    expect(alarms.size).toBe(18);
    template.resourcePropertiesCountIs('AWS::CloudWatch::Alarm', { Metrics: Match.anyValue() }, 0);
  });

  it('are sent to the configured address, and state the impact on clients', () => {
    const withMail = templateOf({ alarmEmail: 'ops@example.com' });
    withMail.hasResourceProperties('AWS::SNS::Subscription', {
      Endpoint: 'ops@example.com',
      Protocol: 'email',
    });
    withMail.allResourcesProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp('[Cc]lients'),
      AlarmActions: Match.anyValue(),
    });
    withMail.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
          }),
        ]),
      },
    });
    template.resourceCountIs('AWS::SNS::Topic', 0);
  });
});

describe('the dashboard', () => {
  interface Widget {
    properties: { title: string; metrics: [namespace: string, metric: string, ...rest: unknown[]][] };
  }
  const [dashboard] = resourcesOf('AWS::CloudWatch::Dashboard').values();
  const { widgets } = JSON.parse(textOf(dashboard?.Properties['DashboardBody'])) as { widgets: Widget[] };

  it('has these graphs', () => {
    expect(widgets.map(({ properties }) => properties.title)).toEqual([
      ...conversionResults.map((result) => `Conversions ${result}`),
      'Conversions: p50 (ms)',
      'Conversions: p95 (ms)',
      'Bytes in and out',
      'Requests',
      'Latency of all requests (ms)',
      'Errors by function, and throttles',
      'Jobs by queue: queued, and age of the oldest (s)',
      'Jobs: wait before the first attempt (ms), and internal errors',
      'Webhooks: ready to send, and waiting for a retry',
      'Duration by function (ms, p95)',
      'Concurrent executions by function',
    ]);
  });

  it.each(['Errors by function, and throttles', 'Duration by function (ms, p95)'])(
    'shows every function in "%s"',
    (title) => {
      const text = JSON.stringify(
        widgets.find(({ properties }) => properties.title === title)?.properties.metrics,
      );
      for (const name of functionsOf().keys()) expect(text).toContain(`"${name}Function"`);
    },
  );

  it.each(['Conversions completed', 'Conversions: p50 (ms)'])('shows every conversion in "%s"', (title) => {
    const text = JSON.stringify(
      widgets.find(({ properties }) => properties.title === title)?.properties.metrics,
    );
    for (const name of ['merge-pdf', 'split-pdf', 'html-file', 'html-url', 'docx-to-pdf']) {
      expect(text).toContain(`"${name}"`);
    }
  });
});
