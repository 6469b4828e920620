import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import type { Contract } from '#lib/api/contract.ts';
import { contracts, unlistedContracts } from '#lib/api/contracts.ts';
import { gotenbergContracts } from '#lib/gotenberg/contracts/contracts.ts';
import { templateOf } from '../../support/synth.ts';
import { functionsOf, type Resource, resourcesOf, template, variablesOf } from '../../support/template.ts';

/** @throws Error when there is no such function */
function functionNamed(name: string, of = template): Resource {
  const fn = functionsOf(of).get(name);
  if (!fn) throw new Error(`There is no function ${name}`);
  return fn;
}

const allContracts = [...contracts, ...unlistedContracts, ...gotenbergContracts];

/** The route of the gateway. Contracts of one function can share it. */
const routeOf = ({ method, path, route = path }: Contract): string => `${method} ${route}`;

/** `POST /api/pdf/merge` of each method in the template. */
function routes(): Map<string, Record<string, unknown>> {
  const resources = template.findResources('AWS::ApiGateway::Resource');
  const pathOf = (reference: { Ref?: string }): string => {
    const resource = resources[reference.Ref ?? ''];
    if (!resource) return '';
    const { ParentId, PathPart } = resource['Properties'] as { ParentId: { Ref?: string }; PathPart: string };
    return `${pathOf(ParentId)}/${PathPart}`;
  };
  return new Map(
    Object.values(template.findResources('AWS::ApiGateway::Method')).map((method) => {
      const properties = method['Properties'] as Record<string, unknown>;
      const path = pathOf(properties['ResourceId'] as { Ref?: string }) || '/';
      return [`${String(properties['HttpMethod'])} ${path}`, properties];
    }),
  );
}

describe('the API', () => {
  it('has a route for each contract, and a default route', () => {
    const expected = [
      ...new Set(allContracts.map(routeOf)),
      ...new Set(allContracts.filter((each) => !each.noPreflight).map(({ path }) => `OPTIONS ${path}`)),
      ...allContracts.filter(({ alsoHead }) => alsoHead).map(({ path }) => `HEAD ${path}`),
    ];
    expect([...routes().keys()].sort()).toEqual([...expected, 'ANY /', 'ANY /{proxy+}'].sort());
  });

  it('requires a key, and applies its plan, when the contract does', () => {
    const methods = routes();
    for (const contract of allContracts) {
      const { access } = contract;
      expect(methods.get(routeOf(contract))).toMatchObject({
        AuthorizationType: access === 'key' ? 'CUSTOM' : 'NONE',
        ApiKeyRequired: access === 'key',
      });
    }
  });

  it('responds to preflight requests from API Gateway, as text', () => {
    const preflights = [...routes()].filter(([route]) => route.startsWith('OPTIONS '));
    expect(preflights.length).toBeGreaterThan(10);
    for (const [, { AuthorizationType, ApiKeyRequired, Integration }] of preflights) {
      expect(AuthorizationType).toBe('NONE');
      expect(ApiKeyRequired ?? false).toBe(false);
      expect(Integration).toMatchObject({ Type: 'MOCK', ContentHandling: 'CONVERT_TO_TEXT' });
    }
  });

  it('lists the methods of a path in its preflight response', () => {
    const { Integration } = routes().get('OPTIONS /api/jobs/{id}') ?? {};
    expect(Integration).toMatchObject({
      IntegrationResponses: [
        {
          StatusCode: '204',
          ResponseParameters: {
            'method.response.header.access-control-allow-origin': "'*'",
            'method.response.header.access-control-allow-methods': "'GET, DELETE'",
            'method.response.header.access-control-allow-headers':
              "'Authorization, Content-Type, Idempotency-Key, Prefer, traceparent'",
            'method.response.header.access-control-max-age': "'7200'",
            'method.response.header.x-request-id': 'context.requestId',
          },
        },
      ],
    });
  });

  describe('that returns files', () => {
    const modes = ['RESPONSE_TRANSFER_MODE', 'RESPONSE_SECONDS', 'INLINE_RESPONSE_MEGABYTES'];
    const converting = allContracts.filter(({ metered }) => metered);

    it('streams its responses, and its function knows', () => {
      expect(converting.length).toBeGreaterThan(6);
      for (const contract of allContracts) {
        const { Integration } = routes().get(routeOf(contract)) ?? {};
        const { ResponseTransferMode, TimeoutInMillis, Uri } = Integration as Record<string, unknown>;
        const streams = JSON.stringify(Uri).includes('/response-streaming-invocations');
        const expected = contract.metered ? ['STREAM', 69_000, true] : [undefined, undefined, false];
        expect([contract.name, ResponseTransferMode, TimeoutInMillis, streams]).toEqual([
          contract.name,
          ...expected,
        ]);
      }
      expect(variablesOf(functionNamed('MergePdf'))).toMatchObject({
        RESPONSE_TRANSFER_MODE: 'STREAM',
        RESPONSE_SECONDS: '28,60,60',
        INLINE_RESPONSE_MEGABYTES: '20',
      });
      expect(Object.keys(variablesOf(functionNamed('GetJob')))).not.toEqual(expect.arrayContaining(modes));
    });

    it('follows the settings of responses', () => {
      const custom = templateOf({ syncResponseSeconds: '10,20,290', inlineResponseMegabytes: 100 });
      // 290 s, and 94 MB at 2 MB/s.
      expect(functionNamed('MergePdf', custom).Properties['Timeout']).toBe(339);
      expect(variablesOf(functionNamed('MergePdf', custom))['RESPONSE_SECONDS']).toBe('10,20,290');
    });

    it('buffers its responses without responseStreaming', () => {
      const buffered = templateOf({ responseStreaming: 'false' });
      expect(JSON.stringify(buffered.toJSON())).not.toMatch(/ResponseTransferMode|response-streaming/);
      expect(functionNamed('MergePdf', buffered).Properties['Timeout']).toBe(29);
      expect(variablesOf(functionNamed('MergePdf', buffered))).toMatchObject({
        RESPONSE_TRANSFER_MODE: 'BUFFERED',
      });
    });
  });

  it('takes the usage plan key from the authorizer and every body as bytes', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      ApiKeySourceType: 'AUTHORIZER',
      BinaryMediaTypes: ['*/*'],
      EndpointConfiguration: { Types: ['REGIONAL'] },
      Name: 'Test',
    });
    template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
      Type: 'TOKEN',
      AuthorizerResultTtlInSeconds: 60,
      IdentitySource: 'method.request.header.Authorization',
      IdentityValidationExpression: '^[Bb]earer fcs_[0-9A-Za-z]{49}$',
    });
  });

  it('limits the requests of all keys together, and logs errors without data', () => {
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      StageName: 'prod',
      TracingEnabled: false,
      MethodSettings: [
        {
          HttpMethod: '*',
          ResourcePath: '/*',
          ThrottlingRateLimit: 1000,
          ThrottlingBurstLimit: 2000,
          LoggingLevel: 'ERROR',
          DataTraceEnabled: false,
        },
      ],
    });
  });

  it('writes access logs without paths, keys or bodies, unless they are turned off', () => {
    const [stage] = resourcesOf('AWS::ApiGateway::Stage').values();
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
