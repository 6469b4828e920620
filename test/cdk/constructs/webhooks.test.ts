import { describe, expect, it } from 'vitest';
import { defaultPauses, parsePauses } from '#lib/webhooks/pauses.ts';
import { functionsOf, resourcesOf, template, textOf } from '../../support/template.ts';

describe('webhooks', () => {
  /** The functions with a policy that names a resource. */
  const functionsThatMayUse = (resource: string): string[] =>
    [...resourcesOf('AWS::IAM::Policy')]
      .filter(([, { Properties }]) => JSON.stringify(Properties['PolicyDocument']).includes(`"${resource}`))
      .map(([name]) => name.replace(/RoleDefaultPolicy$/, ''))
      .sort();

  it('are signed only by the sender: no other function reads the secrets', () => {
    expect(functionsThatMayUse('DataWebhookSecrets')).toEqual(['WebhookSender']);
  });

  it('are queued by functions that end jobs, in a queue that retains them longer than any pause', () => {
    expect(functionsThatMayUse('WebhooksQueue')).toEqual([
      'HtmlWorker',
      'OfficeWorker',
      'PdfWorker',
      'Sweep',
      'WebhookSender',
    ]);
    const queues = resourcesOf('AWS::SQS::Queue');
    const { RedrivePolicy, ...queue } = queues.get('WebhooksQueue')?.Properties ?? {};
    expect(queue).toEqual({
      VisibilityTimeout: 180,
      MessageRetentionPeriod: 14 * 24 * 3600,
      SqsManagedSseEnabled: true,
    });
    const { deadLetterTargetArn, maxReceiveCount } = RedrivePolicy as Record<string, unknown>;
    expect(textOf(deadLetterTargetArn)).toBe('WebhooksDeadLetters.Arn');
    expect(maxReceiveCount).toBe(30);
    expect(queues.get('WebhooksDeadLetters')?.Properties).toEqual({
      MessageRetentionPeriod: 14 * 24 * 3600,
      SqsManagedSseEnabled: true,
    });
  });

  it('are sent ten at a time by at most two functions', () => {
    const mapping = [...resourcesOf('AWS::Lambda::EventSourceMapping').values()].find(
      ({ Properties }) => textOf(Properties['FunctionName']) === 'WebhookSenderFunction',
    );
    expect(textOf(mapping?.Properties['EventSourceArn'])).toBe('WebhooksQueue.Arn');
    expect(mapping?.Properties).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    });
  });

  it('are sent by a function that may put them back into their queue any number of times', () => {
    const recursive = [...functionsOf(template)].filter(
      ([, { Properties }]) => Properties['RecursiveLoop'] === 'Allow',
    );
    expect(recursive.map(([name]) => name).sort()).toEqual([
      'HtmlWorker',
      'OfficeWorker',
      'PdfWorker',
      'WebhookSender',
    ]);
  });

  it('are sent after the pauses of the parameter, which the sender parses', () => {
    const { Default, AllowedPattern } = template.findParameters('WebhookPauseSeconds')[
      'WebhookPauseSeconds'
    ] as Record<string, string>;
    expect(parsePauses(Default ?? '')).toEqual(defaultPauses);
    expect(Default).toMatch(new RegExp(AllowedPattern ?? '-'));
    for (const wrong of ['', '5,', '5;6', 'soon', Array(16).fill('1').join()]) {
      expect(wrong).not.toMatch(new RegExp(AllowedPattern ?? ''));
    }
  });

  it.each(['ConvertDocx', 'ConvertXlsx', 'ConvertPptx', 'WebhookSender'])(
    '%s has the list of private hosts that webhooks can reach',
    (name) => {
      expect(functionsOf().get(name)?.Properties['Environment']).toMatchObject({
        Variables: { ALLOWED_PRIVATE_HOSTS: { Ref: 'AllowedPrivateHosts' } },
      });
    },
  );
});
