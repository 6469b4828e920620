import { Validations } from 'aws-cdk-lib';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { defaultPauses, parsePauses } from '#lib/webhooks/pauses.ts';
import { contracts, unlistedContracts } from '#lib/api/contracts.ts';
import { synthesizeStack, templateOf } from '../support/synth.ts';

const template = templateOf();
const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

const resourcesOf = (type: string): [string, Resource][] =>
  Object.entries(template.findResources(type) as Record<string, Resource>);

interface Joined {
  'Fn::Join': [separator: string, parts: (string | { Ref: string })[]];
}

/** A text that is put together when the stack is deployed, its references as `<Name>`. */
const joined = ({ 'Fn::Join': [separator, parts] }: Joined): string =>
  parts.map((part) => (typeof part === 'string' ? part : `<${part.Ref}>`)).join(separator);

/** `POST /api/pdf/merge` of each method in the template. */
function routes(): Map<string, Record<string, unknown>> {
  const resources = new Map(resourcesOf('AWS::ApiGateway::Resource'));
  const pathOf = (reference: { Ref?: string }): string => {
    const resource = reference.Ref === undefined ? undefined : resources.get(reference.Ref);
    if (!resource) return '';
    const { ParentId, PathPart } = resource.Properties as { ParentId: { Ref?: string }; PathPart: string };
    return `${pathOf(ParentId)}/${PathPart}`;
  };
  return new Map(
    resourcesOf('AWS::ApiGateway::Method').map(([, { Properties }]) => [
      `${String(Properties['HttpMethod'])} ${pathOf(Properties['ResourceId'] as { Ref?: string }) || '/'}`,
      Properties,
    ]),
  );
}

describe('the API', () => {
  it('has a route for every contract, and one for all else', () => {
    const all = [...contracts, ...unlistedContracts];
    const expected = [
      ...all.map(({ method, path }) => `${method} ${path}`),
      ...new Set(all.map(({ path }) => `OPTIONS ${path}`)),
    ];
    expect([...routes().keys()].sort()).toEqual([...expected, 'ANY /', 'ANY /{proxy+}'].sort());
  });

  it('asks for a key, and applies its plan, where the contract does', () => {
    const methods = routes();
    for (const { method, path, access } of [...contracts, ...unlistedContracts]) {
      expect(methods.get(`${method} ${path}`)).toMatchObject({
        AuthorizationType: access === 'key' ? 'CUSTOM' : 'NONE',
        ApiKeyRequired: access === 'key',
      });
    }
  });

  it('has the gateway answer preflight requests itself, as text', () => {
    const preflights = [...routes()].filter(([route]) => route.startsWith('OPTIONS '));
    expect(preflights.length).toBeGreaterThan(10);
    for (const [, { AuthorizationType, ApiKeyRequired, Integration }] of preflights) {
      expect(AuthorizationType).toBe('NONE');
      expect(ApiKeyRequired ?? false).toBe(false);
      expect(Integration).toMatchObject({ Type: 'MOCK', ContentHandling: 'CONVERT_TO_TEXT' });
    }
  });

  it('takes the usage plan key from the authorizer and every body as bytes', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      ApiKeySourceType: 'AUTHORIZER',
      BinaryMediaTypes: ['*/*'],
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
      Type: 'TOKEN',
      AuthorizerResultTtlInSeconds: 60,
      IdentityValidationExpression: '^[Bb]earer fcs_[0-9A-Za-z]{49}$',
    });
  });

  it.each([
    ['Free', 100, 120],
    ['Pro', 1000, 1000],
    ['Business', 10_000, 10_000],
  ])('throttles each method of the plan %s by itself', (title, conversions, otherCalls) => {
    const perMinute = (calls: number) => ({ RateLimit: calls / 60, BurstLimit: calls });
    const [, plan] = resourcesOf('AWS::ApiGateway::UsagePlan').find(([id]) => id.includes(title)) ?? [];
    const { Throttle, ApiStages } = plan?.Properties as {
      Throttle?: object;
      ApiStages: { Throttle: Record<string, object> }[];
    };
    // A bucket of the whole plan would be drained by polls.
    expect(Throttle).toBeUndefined();
    expect(ApiStages).toHaveLength(1);
    expect(ApiStages[0]?.Throttle).toEqual(
      Object.fromEntries(
        contracts
          .filter(({ access }) => access === 'key')
          .map(({ path, method, metered }) => [
            `${path}/${method}`,
            perMinute(metered ? conversions : otherCalls),
          ]),
      ),
    );
  });

  it.each([
    ['UNAUTHORIZED', '401', 'unauthorized'],
    ['ACCESS_DENIED', '401', 'unauthorized'],
    ['INVALID_API_KEY', '503', 'unavailable'],
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'not-found'],
    ['INVALID_SIGNATURE', '404', 'not-found'],
    ['REQUEST_TOO_LARGE', '413', 'file-too-large'],
    ['THROTTLED', '429', 'rate-limited'],
    ['QUOTA_EXCEEDED', '429', 'quota-exceeded'],
    ['INTEGRATION_FAILURE', '500', 'internal-error'],
    ['INTEGRATION_TIMEOUT', '500', 'internal-error'],
    ['DEFAULT_5XX', '500', 'internal-error'],
    ['DEFAULT_4XX', '400', 'invalid-request'],
  ])('answers %s as a problem that echoes nothing', (type, status, code) => {
    const [, response] =
      resourcesOf('AWS::ApiGateway::GatewayResponse').find(
        ([, { Properties }]) => Properties['ResponseType'] === type,
      ) ?? [];
    expect(response?.Properties['StatusCode']).toBe(status);
    const templates = response?.Properties['ResponseTemplates'] as Record<string, Joined>;
    expect(Object.keys(templates)).toEqual(['application/json', 'application/problem+json']);
    for (const text of Object.values(templates).map(joined)) {
      expect(JSON.parse(text)).toMatchObject({
        type: expect.stringMatching(
          String.raw`^https://<HttpApi\w+>\.execute-api\.<AWS::Region>\.<AWS::URLSuffix>/prod/docs/errors#${code}$`,
        ) as string,
        code,
        requestId: '$context.requestId',
      });
      expect(text.replace('$context.requestId', '')).not.toContain('$');
    }
  });

  it('writes logs without paths, keys or bodies, unless they are turned off', () => {
    const [, stage] = resourcesOf('AWS::ApiGateway::Stage')[0] ?? [];
    const { Format } = stage?.Properties['AccessLogSetting'] as { Format: string };
    expect(Object.keys(JSON.parse(Format) as object)).toEqual([
      'requestId',
      'time',
      'keyId',
      'method',
      'route',
      'status',
      'error',
      'milliseconds',
      'integrationMilliseconds',
      'responseBytes',
    ]);
    const without = templateOf({ apiLogs: 'false' });
    without.resourceCountIs('AWS::ApiGateway::Account', 0);
    without.hasResourceProperties('AWS::ApiGateway::Stage', { AccessLogSetting: Match.absent() });
  });
});

const functions = resourcesOf('AWS::Lambda::Function').filter(
  ([, { Properties }]) => Properties['Handler'] === 'handler.handler',
);

describe('functions', () => {
  it('run on Node 24 with no more memory than new accounts have', () => {
    // Two of the three routes of `docs` have no function of their own.
    expect(functions).toHaveLength(contracts.length - 1 + 7);
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['x86_64'] });
      expect(Properties['MemorySize']).toBeLessThanOrEqual(3008);
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
      expect(Properties).not.toHaveProperty('FunctionName');
    }
  });

  /** Actions that the role of the function may do, log writing aside. */
  const actionsOf = (prefix: string): string[] =>
    resourcesOf('AWS::IAM::Policy')
      .filter(([id]) => id.startsWith(`${prefix}RoleDefaultPolicy`))
      .flatMap(
        ([, { Properties }]) =>
          (Properties['PolicyDocument'] as { Statement: { Action: string | string[] }[] }).Statement,
      )
      .flatMap(({ Action }) => Action)
      .filter((action) => !action.startsWith('logs:'))
      .filter((action, index, all) => all.indexOf(action) === index)
      .sort();

  /** What Lambda's event source needs of a queue. */
  const polling = [
    'sqs:ChangeMessageVisibility',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    'sqs:GetQueueUrl',
    'sqs:ReceiveMessage',
  ];
  /** What remembering a request with an `Idempotency-Key` takes. */
  const remembering = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
  /** What finding a free slot of a key takes. */
  const searching = ['dynamodb:Query'];
  const conversion = [...remembering, ...searching, 's3:GetObject', 's3:PutObject'];
  const submission = [...conversion, 'sqs:SendMessage'];
  const rendering = [...conversion, 'lambda:InvokeFunction', 's3:DeleteObject'];

  it.each([
    ['Authorizer', ['dynamodb:GetItem']],
    ['MergePdf', conversion],
    ['SplitPdf', conversion],
    ['HtmlFile', rendering],
    ['HtmlUrl', rendering],
    ['Renderer', []],
    ['GetFile', ['dynamodb:GetItem', 's3:GetObject']],
    ['DeleteFile', ['dynamodb:GetItem', 'dynamodb:UpdateItem', 's3:DeleteObject']],
    [
      'CreateUpload',
      [
        ...remembering,
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
    [
      'OfficeWorker',
      [
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
        's3:DeleteObject',
        's3:GetObject',
        's3:PutObject',
        'sqs:ChangeMessageVisibility',
        'sqs:SendMessage',
        ...polling,
      ],
    ],
    ['DeadJob', ['dynamodb:UpdateItem', ...polling]],
    ['Sweep', ['dynamodb:Query', 'dynamodb:UpdateItem', 'sqs:SendMessage']],
    [
      'WebhookSender',
      [
        'dynamodb:GetItem',
        'dynamodb:UpdateItem',
        's3:GetObject',
        'sqs:ChangeMessageVisibility',
        'sqs:SendMessage',
        ...polling,
      ],
    ],
    ['ListJobs', ['dynamodb:GetItem', 'dynamodb:Query', 's3:GetObject']],
    ['GetJob', ['dynamodb:GetItem', 'dynamodb:UpdateItem', ...searching, 's3:GetObject']],
    ['GetJobResult', ['dynamodb:GetItem', 's3:GetObject']],
    ['DeleteJob', ['dynamodb:GetItem', 'dynamodb:UpdateItem', 's3:DeleteObject']],
    ['GetUsage', searching],
    ['Health', []],
    ['Docs', []],
    ['NotFound', []],
  ])('%s may do no more than it does', (prefix, actions) => {
    expect(actionsOf(prefix)).toEqual([...new Set(actions)].sort());
  });
});

describe('office conversions', () => {
  it('wait in a queue that keeps a message hidden longer than any lease, and give up after ten receives', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 720,
      RedrivePolicy: { maxReceiveCount: 10 },
    });
    template.hasResourceProperties('AWS::SQS::Queue', { MessageRetentionPeriod: 14 * 24 * 3600 });
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: { Ref: 'OfficeConcurrency' } },
    });
    template.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)' });
  });
});

describe('webhooks', () => {
  /** The policies that speak of what a logical id begins with. */
  const rolesThatName = (prefix: string): string[] =>
    resourcesOf('AWS::IAM::Policy')
      .filter(([, policy]) => JSON.stringify(policy.Properties['PolicyDocument']).includes(`"${prefix}`))
      .map(([id]) => id.replace(/RoleDefaultPolicy.*$/, ''));

  it('are signed by the sender alone: nobody else reads the secrets', () => {
    expect(rolesThatName('DataWebhookSecrets')).toEqual(['WebhookSender']);
  });

  it('are queued by what ends jobs, and wait in a queue that outlasts every pause', () => {
    expect(rolesThatName('WebhooksQueue').sort()).toEqual(['OfficeWorker', 'Sweep', 'WebhookSender']);
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 180,
      MessageRetentionPeriod: 14 * 24 * 3600,
      RedrivePolicy: { maxReceiveCount: 30 },
    });
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    });
  });

  it('are sent after the pauses of a parameter, which the sender can read', () => {
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
    '%s knows which private hosts may be called',
    (prefix) => {
      const [, found] = functions.find(([id]) => id.startsWith(prefix)) ?? [];
      expect(found?.Properties['Environment']).toMatchObject({
        Variables: { ALLOWED_PRIVATE_HOSTS: { Ref: 'AllowedPrivateHosts' } },
      });
    },
  );
});

describe('engines', () => {
  /** `OfficeWorker` and what its layers hold. */
  const layersOf = (prefix: string): string[] => {
    const [, found] = functions.find(([id]) => id.startsWith(prefix)) ?? [];
    const references = (found?.Properties['Layers'] ?? []) as { Ref: string }[];
    return references.map(({ Ref }) => Ref.replace(/[0-9A-F]{8}.*$/, ''));
  };

  it('come in layers, each deployed once', () => {
    template.resourceCountIs('AWS::Lambda::LayerVersion', 3);
    expect(layersOf('OfficeWorker')).toEqual(['Layerslibreoffice', 'Layersfonts']);
    expect(layersOf('Renderer')).toEqual(['Layerschromium', 'Layersfonts']);
    expect(functions.filter(([, { Properties }]) => Properties['Layers'] !== undefined)).toHaveLength(2);
  });

  it.each([
    ['libreoffice', { OFFICE_UNAVAILABLE: Match.stringLikeRegexp('no LibreOffice') }, ['RendererFunction']],
    ['chromium', { CHROMIUM_UNAVAILABLE: Match.stringLikeRegexp('no Chromium') }, ['OfficeWorkerFunction']],
  ])(
    'whose layer %s is not there are said to be missing, and the other stays',
    (missing, variables, rest) => {
      const without = templateOf({}, [missing]);
      without.resourceCountIs('AWS::Lambda::LayerVersion', 2);
      without.hasResourceProperties('AWS::Lambda::Function', {
        Environment: { Variables: Match.objectLike(variables) },
      });
      const layered = Object.keys(
        without.findResources('AWS::Lambda::Function', { Properties: { Layers: Match.anyValue() } }),
      );
      expect(layered.map((id) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(rest);
    },
  );

  it('are both left out where nothing can build them', () => {
    const without = templateOf({}, ['libreoffice', 'chromium', 'fonts']);
    without.resourceCountIs('AWS::Lambda::LayerVersion', 0);
  });
});

describe('stores', () => {
  it('keep objects private, encrypted and for a day', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      LifecycleConfiguration: {
        Rules: ['uploads/', 'inputs/', 'results/'].map((Prefix) =>
          Match.objectLike({ Prefix, ExpirationInDays: 1, Status: 'Enabled' }),
        ),
      },
    });
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  it('back up keys and webhook secrets, and let all else expire', () => {
    const tables = resourcesOf('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(3);
    for (const [id, { Properties }] of tables) {
      const expires = id.startsWith('DataJobs');
      expect(Properties['BillingMode']).toBe('PAY_PER_REQUEST');
      expect(Properties).toHaveProperty(
        expires ? 'TimeToLiveSpecification' : 'PointInTimeRecoverySpecification',
      );
    }
  });

  it('are removed with the stack, but for keys and webhook secrets, which are protected from deletion', () => {
    for (const type of ['AWS::S3::Bucket', 'AWS::Logs::LogGroup']) {
      template.allResources(type, { DeletionPolicy: 'Delete' });
    }
    for (const [id, table] of resourcesOf('AWS::DynamoDB::Table')) {
      const stays = !id.startsWith('DataJobs');
      expect(table).toMatchObject({
        DeletionPolicy: stays ? 'Retain' : 'Delete',
        UpdateReplacePolicy: stays ? 'Retain' : 'Delete',
      });
      expect(table.Properties['DeletionProtectionEnabled'] ?? false).toBe(stays);
    }
  });

  it('let functions list uploads, and nothing else in the bucket', () => {
    const statements = resourcesOf('AWS::IAM::Policy').flatMap(
      ([, { Properties }]) =>
        (Properties as { PolicyDocument: { Statement: unknown[] } }).PolicyDocument.Statement,
    );
    const broad = statements.filter((statement) => /"s3:(List|Get\*|\*)/.test(JSON.stringify(statement)));
    expect(broad.length).toBeGreaterThan(0);
    for (const statement of broad) {
      expect(statement).toMatchObject({
        Action: 's3:ListBucket',
        Condition: { StringLike: { 's3:prefix': 'uploads/*' } },
      });
    }
  });
});

describe('settings', () => {
  it('send alarms, which say what they mean, to the address given', () => {
    const withMail = templateOf({ alarmEmail: 'ops@example.com' });
    withMail.hasResourceProperties('AWS::SNS::Subscription', {
      Endpoint: 'ops@example.com',
      Protocol: 'email',
    });
    withMail.allResourcesProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp('[Cc]lients'),
      AlarmActions: Match.anyValue(),
    });
    template.resourceCountIs('AWS::SNS::Topic', 0);
  });

  it.each([
    [{ logRetentionDays: 2 }, /logRetentionDays must be one of 1, 3, 5/],
    [{ apiLogs: 'maybe' }, /apiLogs must be true or false/],
    [{ xray: 'yes' }, /xray must be true or false/],
    [{ tags: 'Team' }, /tags must be pairs .* 'Team' is none/],
    [{ tags: 'aws:team=a' }, /tags must be pairs/],
    [{ domainName: 'convert.example.com' }, /needs both domainName and certificateArn/],
    [{ hostedZoneId: 'Z1' }, /needs both domainName and certificateArn/],
    [{ domainName: 'https://example.com', certificateArn }, /domainName must be a host name/],
    [{ domainName: 'convert.example.com', certificateArn: 'mine' }, /certificateArn must be the ARN/],
  ])('%j is refused', (context, message) => {
    expect(() => templateOf(context)).toThrow(message);
  });

  it('have alarms of plain metrics, which every CloudWatch knows', () => {
    template.resourcePropertiesCountIs('AWS::CloudWatch::Alarm', { Metrics: Match.anyValue() }, 0);
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'Test',
      MetricName: 'failedJobs',
      Statistic: 'Sum',
      TreatMissingData: 'notBreaching',
    });
  });

  it('put tags on all of the stack, a project among them', () => {
    expect(synthesizeStack().stack.tags.tagValues()).toEqual({ Project: 'FileConversion' });
    const { stack } = synthesizeStack({ tags: 'Team=Documents, Project=Mine' });
    expect(stack.tags.tagValues()).toEqual({ Project: 'Mine', Team: 'Documents' });
  });

  it('record traces with X-Ray, but never from where pages of strangers run', () => {
    const traced = templateOf({ xray: 'true' });
    traced.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: true });
    const active = Object.keys(
      traced.findResources('AWS::Lambda::Function', { Properties: { TracingConfig: { Mode: 'Active' } } }),
    );
    expect(active).toHaveLength(functions.length - 1);
    expect(active.some((id) => id.startsWith('Renderer'))).toBe(false);
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { TracingConfig: Match.anyValue() }, 0);
  });

  it('give the API an address of its own, with records where the zone is known', () => {
    const domain = { domainName: 'convert.example.com', certificateArn };
    const own = templateOf(domain);
    own.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'convert.example.com',
      RegionalCertificateArn: certificateArn,
      SecurityPolicy: 'TLS_1_2',
    });
    own.resourceCountIs('AWS::ApiGateway::BasePathMapping', 1);
    own.resourceCountIs('AWS::Route53::RecordSet', 0);
    own.hasOutput('BaseUrl', { Value: 'https://convert.example.com' });
    own.hasOutput('DomainTarget', { Value: Match.anyValue() });
    const withZone = templateOf({ ...domain, hostedZoneId: 'Z0123456789' });
    for (const Type of ['A', 'AAAA']) {
      withZone.hasResourceProperties('AWS::Route53::RecordSet', {
        Type,
        Name: 'convert.example.com.',
        HostedZoneId: 'Z0123456789',
      });
    }
    template.resourceCountIs('AWS::ApiGateway::DomainName', 0);
  });

  it('set the days that logs are kept', () => {
    templateOf({ logRetentionDays: 7 }).allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 7 });
  });
});

it('tells after a deployment where it is, where it is described, and how the first key is made', () => {
  template.hasOutput('BaseUrl', { Value: Match.anyValue() });
  template.hasOutput('DocsUrl', { Value: { 'Fn::Join': ['', Match.arrayWith(['/docs'])] } });
  template.hasOutput('FirstKey', {
    Value: Match.stringLikeRegexp('^npm run keys -- create .* --stack Test$'),
  });
});

it('leaves nothing behind but what is said: all that would stay is removed, and every log is its own', () => {
  const retained = Object.entries(
    template.toJSON()['Resources'] as Record<string, { DeletionPolicy?: string }>,
  )
    .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain')
    .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
  // Keys cannot be made again, and the role for API Gateway's logs is the whole account's.
  expect(retained.sort()).toEqual([
    'DataKeys',
    'DataWebhookSecrets',
    'HttpApiAccount',
    'HttpApiCloudWatchRole',
  ]);
  // Lambda makes a log for a function that names none, and no stack removes that.
  template.allResourcesProperties('AWS::Lambda::Function', { LoggingConfig: { LogGroup: Match.anyValue() } });
});

it.each([{}, { xray: 'true' }])('has no finding of cdk-nag without a reason: %j', (context) => {
  const { app } = synthesizeStack(context);
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  expect(() => app.synth()).not.toThrow();
});

it('has the template that was last looked at', () => {
  expect(normalized(template)).toMatchSnapshot();
});

/** The template without what changes with every build: hashes of code and deployments. */
function normalized(of: Template): unknown {
  const text = JSON.stringify(of.toJSON())
    .replaceAll(/[0-9a-f]{64}/g, '<hash>')
    .replaceAll(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1<hash>');
  return JSON.parse(text);
}
