import { Validations } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { synthesizeStack } from '../support/synth.ts';
import { nameOf, type Resource, template } from '../support/template.ts';

const resources = Object.entries(template.toJSON()['Resources'] as Record<string, Resource>);

describe('the stack', () => {
  it('has resources of these types, and no other', () => {
    expect([...new Set(resources.map(([, { Type }]) => Type))].sort()).toEqual([
      'AWS::ApiGateway::Account',
      'AWS::ApiGateway::Authorizer',
      'AWS::ApiGateway::Deployment',
      'AWS::ApiGateway::GatewayResponse',
      'AWS::ApiGateway::Method',
      'AWS::ApiGateway::Resource',
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGateway::Stage',
      'AWS::ApiGateway::UsagePlan',
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::DynamoDB::Table',
      'AWS::Events::Rule',
      'AWS::IAM::Policy',
      'AWS::IAM::Role',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Lambda::Function',
      'AWS::Lambda::LayerVersion',
      'AWS::Lambda::Permission',
      'AWS::Logs::LogGroup',
      'AWS::S3::Bucket',
      'AWS::S3::BucketPolicy',
      'AWS::SQS::Queue',
      'AWS::SQS::QueuePolicy',
      'Custom::S3AutoDeleteObjects',
    ]);
  });

  it('leaves room below the 500 resources that a stack can have', () => {
    expect(resources.length).toBeLessThanOrEqual(420);
  });

  it.each([
    ['MaxUploadMegabytes', { Type: 'Number', Default: 100, MinValue: 1, MaxValue: 250 }],
    ['OfficeConcurrency', { Type: 'Number', Default: 5, MinValue: 2, MaxValue: 1000 }],
    ['OfficeWorkerMegabytes', { Type: 'Number', Default: 2048, MinValue: 1769, MaxValue: 10_240 }],
    ['HtmlJobConcurrency', { Type: 'Number', Default: 2, MinValue: 2, MaxValue: 1000 }],
    ['PdfJobConcurrency', { Type: 'Number', Default: 2, MinValue: 2, MaxValue: 1000 }],
    ['MaxJobWaitSeconds', { Type: 'Number', Default: 10, MinValue: 0, MaxValue: 20 }],
    ['AllowedPrivateHosts', { Type: 'String', Default: '' }],
    ['WebhookPauseSeconds', { Type: 'String', Default: '5,300,1800,7200,18000,36000,36000' }],
  ])('has the parameter %s', (name, definition) => {
    template.hasParameter(name, definition);
  });

  it('outputs its base URL, its docs and the command for the first key', () => {
    template.hasOutput('BaseUrl', { Value: Match.anyValue() });
    template.hasOutput('DocsUrl', { Value: { 'Fn::Join': ['', Match.arrayWith(['/docs'])] } });
    template.hasOutput('FirstKey', {
      Value: Match.stringLikeRegexp('^npm run keys -- create .* --stack Test$'),
    });
  });

  it('has the outputs that operator commands read', () => {
    expect(Object.keys(template.toJSON()['Outputs'] as object)).toEqual(
      expect.arrayContaining([
        'KeysTableName',
        'JobsTableName',
        'WebhookSecretsTableName',
        'OfficeDeadLettersArn',
        'HtmlDeadLettersArn',
        'PdfDeadLettersArn',
        'WebhookDeadLettersArn',
        'FreeUsagePlanId',
        'ProUsagePlanId',
        'BusinessUsagePlanId',
      ]),
    );
  });

  it('retains only the documented resources', () => {
    const retained = resources.filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain');
    // Keys cannot be restored, and the role for API Gateway's logs belongs to the whole account.
    expect(retained.map(([id]) => nameOf(id)).sort()).toEqual([
      'DataKeys',
      'DataWebhookSecrets',
      'HttpApiAccount',
      'HttpApiCloudWatchRole',
    ]);
  });

  it.each([{}, { xray: 'true' }])('has no unacknowledged finding of cdk-nag: %j', (context) => {
    using synthesis = synthesizeStack(context);
    Validations.of(synthesis.app).addPlugins(new AwsSolutionsChecks());
    expect(() => synthesis.app.synth()).not.toThrow();
  });
});
