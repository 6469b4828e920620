import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach } from 'vitest';
import { type LocalStack, type LocalStackOptions, startLocalStack } from '../../src/local-stack.ts';

/** Returns its environment, or stores what it receives. Imports no package, so that it needs no bundle. */
const handlerSource = `
import { writeFileSync } from 'node:fs';
export async function handler(event) {
  if (event.Records) {
    for (const record of event.Records) writeFileSync(process.env.INBOX, record.body);
    return { batchItemFailures: [] };
  }
  if (event.source === 'aws.events') writeFileSync(process.env.INBOX, JSON.stringify(event.resources));
  return { statusCode: 200, body: JSON.stringify({ path: event.path, env: process.env }) };
}
`;

const integrationUri = {
  'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Fn.Arn}/invocations',
};

/** A function behind every path of an API and behind a queue, and a store of each kind. */
export function templateOf(inbox: string) {
  return {
    Parameters: { Color: { Type: 'String', Default: 'blue' } },
    Resources: {
      Role: { Type: 'AWS::IAM::Role' },
      Jobs: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 10 } },
      Files: { Type: 'AWS::S3::Bucket' },
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        },
      },
      Fn: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Code: { S3Bucket: 'assets', S3Key: 'abc.zip' },
          Handler: 'index.handler',
          Runtime: 'nodejs24.x',
          Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
          Timeout: 10,
          Environment: {
            Variables: {
              INBOX: inbox,
              COLOR: { Ref: 'Color' },
              QUEUE_URL: { Ref: 'Jobs' },
              TABLE: { Ref: 'Table' },
              API_URL: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.amazonaws.com/v1' },
            },
          },
        },
      },
      Source: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Jobs', 'Arn'] },
          FunctionName: { Ref: 'Fn' },
          BatchSize: 1,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
      Api: { Type: 'AWS::ApiGateway::RestApi' },
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'v1' } },
      Root: {
        Type: 'AWS::ApiGateway::Resource',
        Properties: {
          RestApiId: { Ref: 'Api' },
          ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
          PathPart: '{proxy+}',
        },
      },
      Any: {
        Type: 'AWS::ApiGateway::Method',
        Properties: {
          RestApiId: { Ref: 'Api' },
          ResourceId: { Ref: 'Root' },
          HttpMethod: 'ANY',
          Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: integrationUri },
        },
      },
    },
    Outputs: {
      Url: { Value: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/v1/' } },
      Bucket: { Value: { Ref: 'Files' } },
      Queue: { Value: { Ref: 'Jobs' } },
    },
  };
}

export interface StackFixture {
  /** Of this test: template, code, and `inbox`, which the function writes. */
  directory: string;
  options: LocalStackOptions;
  writeTemplate: (template: object) => Promise<void>;
  /** The stack is stopped after the test. */
  start: (more?: Partial<LocalStackOptions>) => Promise<LocalStack>;
}

/** Gives each test of a file a folder with {@link templateOf}. */
export function stackFixture(handler: string = handlerSource): StackFixture {
  const running: LocalStack[] = [];
  const fixture: StackFixture = {
    directory: '',
    options: { templateFile: '', stateDirectory: '', port: 0, log: () => undefined },
    writeTemplate: (template) => writeFile(fixture.options.templateFile, JSON.stringify(template)),
    start: async (more = {}) => {
      const stack = await startLocalStack({ ...fixture.options, ...more });
      running.push(stack);
      return stack;
    },
  };
  beforeEach(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'run-'));
    fixture.directory = directory;
    fixture.options.templateFile = join(directory, 'X.template.json');
    fixture.options.stateDirectory = join(directory, 'state');
    await mkdir(join(directory, 'asset.abc'));
    await writeFile(join(directory, 'asset.abc', 'index.mjs'), handler);
    await fixture.writeTemplate(templateOf(join(directory, 'inbox')));
    const files = { abc: { source: { path: 'asset.abc', packaging: 'zip' } } };
    await writeFile(join(directory, 'X.assets.json'), JSON.stringify({ files }));
  });
  afterEach(async () => {
    for (const stack of running.splice(0)) await stack.stop();
    await rm(fixture.directory, { recursive: true });
  });
  return fixture;
}

export const clientOf = ({ region, credentials }: LocalStack, endpoint: string) => ({
  endpoint,
  region,
  credentials,
});

export const s3Of = (stack: LocalStack) =>
  new S3Client({ ...clientOf(stack, stack.endpoints.s3), forcePathStyle: true });
