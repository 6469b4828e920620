import { describe, expect, it } from 'vitest';
import { nameOf, type Resource, resourcesOf, template, textOf } from '../support/template.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource?: unknown;
  Principal?: unknown;
  Condition?: unknown;
}

const statementsOf = (document: unknown): Statement[] => (document as { Statement: Statement[] }).Statement;

/** The policy statements of the functions' roles, by function name. */
const rolePolicies = new Map(
  [...resourcesOf('AWS::IAM::Policy')].map(([name, { Properties }]) => [
    name.replace(/RoleDefaultPolicy$/, ''),
    statementsOf(Properties['PolicyDocument']),
  ]),
);

const lineOf = (holder: string, { Effect, Action, Resource, Principal, Condition }: Statement): string =>
  [
    `${holder}: ${Effect} ${textOf(Action)}`,
    ...(Resource === undefined ? [] : [`on ${textOf(Resource)}`]),
    ...(Principal === undefined ? [] : [`to ${principalOf(Principal)}`]),
    ...(Condition === undefined ? [] : [`if ${JSON.stringify(Condition)}`]),
  ].join(' ');

const principalOf = (principal: unknown): string =>
  textOf(typeof principal === 'object' && principal !== null ? Object.values(principal) : principal);

/** The statements of a resource's policies, one per line. */
function linesOf(name: string, { Type, Properties }: Resource): string[] {
  switch (Type) {
    case 'AWS::IAM::Role':
      return [
        ...statementsOf(Properties['AssumeRolePolicyDocument']).map((each) => lineOf(name, each)),
        ...((Properties['ManagedPolicyArns'] ?? []) as unknown[]).map((arn) => `${name}: has ${textOf(arn)}`),
      ];
    case 'AWS::IAM::Policy':
    case 'AWS::S3::BucketPolicy':
    case 'AWS::SQS::QueuePolicy':
      return statementsOf(Properties['PolicyDocument']).map((each) => lineOf(name, each));
    case 'AWS::Lambda::Permission':
      return [
        `${textOf(Properties['FunctionName'])}: Allow ${textOf(Properties['Action'])} ` +
          `to ${textOf(Properties['Principal'])} from ${textOf(Properties['SourceArn'])}`,
      ];
    default:
      return [];
  }
}

describe('permissions', () => {
  const remembering = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
  const conversion = [...remembering, 'dynamodb:Query', 's3:GetObject', 's3:PutObject'];
  const submission = [...conversion, 'sqs:SendMessage'];
  /** To download inputs into the bucket, and to hand files to another function. */
  const downloading = ['s3:AbortMultipartUpload', 's3:DeleteObject'];
  /** To call the renderer and the checker. */
  const rendering = [...submission, 'lambda:InvokeFunction', ...downloading];
  /** The actions that an event source of Lambda needs. */
  const polling = [
    'sqs:ChangeMessageVisibility',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    'sqs:GetQueueUrl',
    'sqs:ReceiveMessage',
  ];

  it.each([
    ['Authorizer', ['dynamodb:GetItem']],
    ['MergePdf', rendering],
    ['SplitPdf', rendering],
    ['EditPdf', rendering],
    ['ValidatePdf', [...conversion, ...downloading, 'lambda:InvokeFunction']],
    ['HtmlFile', rendering],
    ['HtmlUrl', rendering],
    ['Renderer', []],
    ['ConformanceChecker', []],
    ['GetFile', ['dynamodb:GetItem', 's3:GetObject']],
    ['DeleteFile', ['dynamodb:GetItem', 'dynamodb:UpdateItem', 's3:DeleteObject']],
    [
      'CreateUpload',
      [
        ...remembering,
        'dynamodb:BatchWriteItem',
        'dynamodb:DeleteItem',
        'dynamodb:Query',
        's3:DeleteObject',
        's3:ListBucket',
        's3:PutObject',
      ],
    ],
    ['DeleteUpload', ['dynamodb:GetItem', 'dynamodb:UpdateItem', 's3:DeleteObject', 's3:ListBucket']],
    ['ConvertDocx', submission],
    ['ConvertXlsx', submission],
    ['ConvertPptx', submission],
    ['OfficeWorker', [...rendering, ...polling]],
    ['PdfWorker', [...rendering, ...polling]],
    ['HtmlWorker', [...rendering, ...polling]],
    ['DeadJob', ['dynamodb:UpdateItem', ...polling]],
    ['Sweep', ['dynamodb:Query', 'dynamodb:UpdateItem', 'sqs:SendMessage']],
    [
      'WebhookSender',
      ['dynamodb:GetItem', 'dynamodb:UpdateItem', 's3:GetObject', 'sqs:SendMessage', ...polling],
    ],
    ['ListJobs', ['dynamodb:GetItem', 'dynamodb:Query', 's3:GetObject']],
    ['GetJob', ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 's3:GetObject']],
    ['GetJobResult', ['dynamodb:GetItem', 's3:GetObject']],
    ['DeleteJob', ['dynamodb:GetItem', 'dynamodb:UpdateItem', 's3:DeleteObject']],
    ['GetUsage', ['dynamodb:Query']],
    ['Health', []],
    ['Docs', []],
    ['NotFound', []],
  ])('%s has exactly the permissions that it needs', (name, actions) => {
    const granted = (rolePolicies.get(name) ?? [])
      .flatMap(({ Action }) => Action)
      .filter((action) => !action.startsWith('logs:'));
    expect([...new Set(granted)].sort()).toEqual([...actions].sort());
  });

  it('allow functions to list uploads, and no other objects', () => {
    const broad = [...rolePolicies.values()]
      .flat()
      .filter((statement) => /"s3:(List|Get\*|\*)/.test(JSON.stringify(statement)));
    expect(broad.length).toBeGreaterThan(0);
    for (const statement of broad) {
      expect(statement).toMatchObject({
        Action: 's3:ListBucket',
        Condition: { StringLike: { 's3:prefix': 'uploads/*' } },
      });
    }
  });

  it('equal the reviewed statements', async () => {
    const resources = Object.entries(template.toJSON()['Resources'] as Record<string, Resource>);
    const lines = resources.flatMap(([id, resource]) => linesOf(nameOf(id), resource));
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('__snapshots__/permissions.txt');
  });
});
