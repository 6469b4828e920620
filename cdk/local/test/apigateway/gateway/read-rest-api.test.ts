import { describe, expect, test } from 'vitest';
import { readRestApi } from '../../../src/apigateway/gateway/read-rest-api.ts';
import { evaluatorOf } from '../../template/evaluate.ts';

const uriOf = (version: string, operation: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      `:apigateway:us-east-1:lambda:path/${version}/functions/`,
      { 'Fn::GetAtt': ['Fn', 'Arn'] },
      `/${operation}`,
    ],
  ],
});
const Uri = uriOf('2015-03-31', 'invocations');
const streamingUri = uriOf('2021-11-15', 'response-streaming-invocations');
const RestApiId = { Ref: 'Api' };
const method = (more: object = {}, integration: object = {}) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    AuthorizationType: 'NONE',
    HttpMethod: 'POST',
    ResourceId: { Ref: 'Job' },
    RestApiId,
    Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri, ...integration },
    ...more,
  },
});
const streamingMethod = (integration: object = {}) =>
  method({}, { ResponseTransferMode: 'STREAM', Uri: streamingUri, ...integration });

const base = {
  Api: {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: { BinaryMediaTypes: ['image~1png'], ApiKeySourceType: 'AUTHORIZER' },
  },
  Stage: {
    Type: 'AWS::ApiGateway::Stage',
    Properties: {
      RestApiId,
      StageName: 'v1',
      DeploymentId: { Ref: 'Deployment' },
      MethodSettings: [
        { HttpMethod: '*', ResourcePath: '/*', LoggingLevel: 'ERROR' },
        {
          HttpMethod: 'POST',
          ResourcePath: '/~1jobs~1{id}',
          ThrottlingRateLimit: 5,
          ThrottlingBurstLimit: 10,
        },
      ],
    },
  },
  Deployment: { Type: 'AWS::ApiGateway::Deployment' },
  Jobs: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, PathPart: 'jobs', RestApiId },
  },
  Job: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { ParentId: { Ref: 'Jobs' }, PathPart: '{id}', RestApiId },
  },
  Fn: { Type: 'AWS::Lambda::Function' },
  Method: method(),
};

const read = (more: object = {}) => readRestApi(evaluatorOf({ Resources: { ...base, ...more } }));

test('a method is found at its path, with its function', () => {
  const api = read();
  expect(api).toMatchObject({
    apiKeySource: 'AUTHORIZER',
    binaryMediaTypes: ['image/png'],
    stage: { name: 'v1' },
  });
  expect(api.methods).toMatchObject([
    {
      httpMethod: 'POST',
      resourcePath: '/jobs/{id}',
      apiKeyRequired: false,
      integration: {
        functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:Fn',
        timeoutMilliseconds: 29_000,
      },
    },
  ]);
  expect(api.stage.throttling).toEqual([
    { path: '/jobs/{id}', httpMethod: 'POST', throttle: { rateLimit: 5, burstLimit: 10 } },
  ]);
});

test('a method streams where the transfer mode and the operation say so', () => {
  const stream = read({ Method: streamingMethod({ TimeoutInMillis: 900_000 }) });
  expect(stream.methods[0]?.integration).toEqual({
    type: 'AWS_PROXY',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:Fn',
    timeoutMilliseconds: 900_000,
    responseTransferMode: 'STREAM',
  });
  expect(read().methods[0]?.integration).toMatchObject({ responseTransferMode: 'BUFFERED' });
});

test.each([
  [undefined, 30_000],
  [['EDGE'], 30_000],
  [['REGIONAL'], 300_000],
  [['PRIVATE'], 300_000],
])('a stream to an endpoint of the types %o may pause for %i ms', (types, milliseconds) => {
  const EndpointConfiguration = types && { Types: types };
  const api = {
    ...base.Api,
    Properties: { ...base.Api.Properties, ...(types && { EndpointConfiguration }) },
  };
  expect(read({ Api: api }).streamIdleMilliseconds).toBe(milliseconds);
});

test('a method of the root has the path /', () => {
  const api = read({ Method: method({ ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] } }) });
  expect(api.methods[0]?.resourcePath).toBe('/');
});

const authorizer = (more: object = {}) => ({
  Type: 'AWS::ApiGateway::Authorizer',
  Properties: {
    Type: 'TOKEN',
    AuthorizerUri: Uri,
    IdentitySource: 'method.request.header.Authorization',
    IdentityValidationExpression: 'Bearer a|Bearer b',
    AuthorizerResultTtlInSeconds: 0,
    RestApiId,
    ...more,
  },
});

test('an authorizer has its header, its cache time, and a pattern for the whole token', () => {
  const api = read({
    Auth: authorizer(),
    Method: method({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Auth' }, ApiKeyRequired: true }),
  });
  const [{ authorizer: read_, apiKeyRequired }] = api.methods as [(typeof api.methods)[number]];
  expect(apiKeyRequired).toBe(true);
  expect(read_).toMatchObject({ header: 'authorization', cacheSeconds: 0 });
  expect(read_?.validation?.test('Bearer b')).toBe(true);
  expect(read_?.validation?.test('Bearer bc')).toBe(false);
});

test('usage plans know whether they open this stage', () => {
  const usagePlan = (apiStages: object[]) => ({
    Type: 'AWS::ApiGateway::UsagePlan',
    Properties: {
      UsagePlanName: 'Free',
      ApiStages: apiStages,
      Throttle: { RateLimit: 0.5, BurstLimit: 10 },
      Quota: { Limit: 100, Period: 'MONTH' },
    },
  });
  const here = {
    ApiId: RestApiId,
    Stage: { Ref: 'Stage' },
    Throttle: { '/jobs/POST': { RateLimit: 1, BurstLimit: 2 } },
  };
  const [one, two] = [...read({ One: usagePlan([here]), Two: usagePlan([]) }).usagePlans.values()];
  expect(one).toMatchObject({
    name: 'Free',
    coversStage: true,
    throttle: { rateLimit: 0.5, burstLimit: 10 },
    quota: { limit: 100, period: 'MONTH' },
  });
  expect(one?.methodThrottles.get('/jobs/POST')).toEqual({ rateLimit: 1, burstLimit: 2 });
  expect(two?.coversStage).toBe(false);
});

describe('what would not behave as in AWS is rejected at the start', () => {
  const gatewayResponse = (more: object) => ({
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: { RestApiId, ResponseType: 'THROTTLED', ...more },
  });

  test.each<[string, object, string]>([
    ['an HTTP integration', { Method: method({}, { Type: 'HTTP_PROXY' }) }, 'HTTP_PROXY'],
    ['IAM authorization', { Method: method({ AuthorizationType: 'AWS_IAM' }) }, 'AWS_IAM'],
    ['a request validator', { Method: method({ RequestValidatorId: 'x' }) }, 'RequestValidatorId'],
    [
      'a stream of whole responses',
      { Method: method({}, { ResponseTransferMode: 'STREAM' }) },
      'Uri does not name the response-streaming-invocations',
    ],
    [
      'a buffered stream',
      { Method: method({}, { Uri: streamingUri }) },
      'Uri does not name a Lambda function',
    ],
    [
      'an unknown transfer mode',
      { Method: method({}, { ResponseTransferMode: 'STREAMED' }) },
      'neither BUFFERED nor STREAM',
    ],
    ['a stream of more than 15 minutes', { Method: streamingMethod({ TimeoutInMillis: 900_001 }) }, '900000'],
    ['a REQUEST authorizer', { Auth: authorizer({ Type: 'REQUEST' }) }, 'only TOKEN'],
    ['an unknown response type', { R: gatewayResponse({ ResponseType: 'TEAPOT' }) }, 'TEAPOT'],
    ['Velocity', { R: gatewayResponse({ ResponseTemplates: { 'a/b': '#set($x=1)' } }) }, '#set'],
    ['a resource policy', { Api: { ...base.Api, Properties: { Policy: {} } } }, 'Policy'],
    [
      'a stage with a cache',
      { Stage: { ...base.Stage, Properties: { StageName: 'v1', CacheClusterEnabled: true } } },
      'CacheClusterEnabled',
    ],
    ['a second API', { Other: { Type: 'AWS::ApiGateway::RestApi' } }, 'has 2'],
  ])('%s', (_what, more, complaint) => {
    expect(() => read(more)).toThrow(complaint);
  });
});
