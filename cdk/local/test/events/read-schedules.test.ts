import { expect, test } from 'vitest';
import { readSchedules } from '../../src/events/read-schedules.ts';
import { evaluatorOf } from '../template/evaluate.ts';

const target = { Arn: { 'Fn::GetAtt': ['Sweep', 'Arn'] }, Id: 'Target0' };

const read = (properties: object) =>
  readSchedules(
    evaluatorOf({
      Resources: {
        Sweep: { Type: 'AWS::Lambda::Function' },
        Queue: { Type: 'AWS::SQS::Queue' },
        Rule: {
          Type: 'AWS::Events::Rule',
          Properties: { ScheduleExpression: 'rate(1 minute)', Targets: [target], ...properties },
        },
      },
    }),
  );

test('a rule with a rate is read, with what it invokes', () => {
  expect(read({ State: 'ENABLED', Description: 'x' })).toEqual([
    {
      ruleArn: 'arn:aws:events:us-east-1:000000000000:rule/Rule',
      rate: 60_000,
      enabled: true,
      targets: [{ functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:Sweep', input: undefined }],
    },
  ]);
  expect(read({ State: 'DISABLED' })).toMatchObject([{ enabled: false }]);
  expect(read({ Targets: [{ ...target, Input: '{"a":1}', RetryPolicy: {} }] })).toMatchObject([
    { targets: [{ input: '{"a":1}' }] },
  ]);
});

test.each([
  ['rate(5 minutes)', 300_000],
  ['rate(1 hour)', 3_600_000],
  ['rate(12 hours)', 43_200_000],
  ['rate(1 day)', 86_400_000],
  ['rate(7 days)', 604_800_000],
])('%s is %i ms', (ScheduleExpression, rate) => {
  expect(read({ ScheduleExpression })).toMatchObject([{ rate }]);
});

test.each([
  ['cron(0 12 * * ? *)'],
  ['rate(1 minutes)'],
  ['rate(5 minute)'],
  ['rate(0 minutes)'],
  ['rate(1.5 hours)'],
  ['rate(30 seconds)'],
])('%s is rejected with what would be served', (ScheduleExpression) => {
  expect(() => read({ ScheduleExpression })).toThrow(
    `Rule (AWS::Events::Rule): the property ScheduleExpression is ${ScheduleExpression}; what is served locally`,
  );
});

test.each([
  [{ EventPattern: { source: ['aws.s3'] } }, 'EventPattern is not served locally; only schedules are'],
  [{ ScheduleExpression: { Ref: 'AWS::NoValue' } }, 'ScheduleExpression is missing'],
  [{ EventBusName: 'mine' }, 'EventBusName'],
  [{ State: 'SOMETIMES' }, 'State is SOMETIMES'],
  [{ Targets: [{ Arn: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Id: 'x' }] }, 'is no function of this template'],
  [{ Targets: [{ ...target, InputTransformer: {} }] }, 'InputTransformer'],
])('%j is rejected', (properties, complaint) => {
  expect(() => read(properties)).toThrow(complaint);
});
