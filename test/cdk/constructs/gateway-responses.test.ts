import { expect, it } from 'vitest';
import { resourcesOf } from '../../support/template.ts';

const responses = new Map(
  [...resourcesOf('AWS::ApiGateway::GatewayResponse').values()].map(({ Properties }) => [
    String(Properties['ResponseType']),
    Properties,
  ]),
);

const expected: readonly [type: string, status: string, code: string][] = [
  ['UNAUTHORIZED', '401', 'unauthorized'],
  ['ACCESS_DENIED', '401', 'unauthorized'],
  ['INVALID_API_KEY', '503', 'unavailable'],
  ['MISSING_AUTHENTICATION_TOKEN', '404', 'not-found'],
  ['INVALID_SIGNATURE', '404', 'not-found'],
  ['EXPIRED_TOKEN', '404', 'not-found'],
  ['RESOURCE_NOT_FOUND', '404', 'not-found'],
  ['REQUEST_TOO_LARGE', '413', 'file-too-large'],
  ['THROTTLED', '429', 'rate-limited'],
  ['QUOTA_EXCEEDED', '429', 'quota-exceeded'],
  ['BAD_REQUEST_BODY', '400', 'invalid-request'],
  ['BAD_REQUEST_PARAMETERS', '400', 'invalid-request'],
  ['UNSUPPORTED_MEDIA_TYPE', '400', 'invalid-request'],
  ['DEFAULT_4XX', '400', 'invalid-request'],
  ['AUTHORIZER_FAILURE', '500', 'internal-error'],
  ['AUTHORIZER_CONFIGURATION_ERROR', '500', 'internal-error'],
  ['API_CONFIGURATION_ERROR', '500', 'internal-error'],
  ['INTEGRATION_FAILURE', '500', 'internal-error'],
  ['INTEGRATION_TIMEOUT', '500', 'internal-error'],
  ['DEFAULT_5XX', '500', 'internal-error'],
];

interface Joined {
  'Fn::Join': [separator: string, parts: (string | { Ref: string })[]];
}

/** The text of an `Fn::Join`, with references as `<Name>`. */
const joined = ({ 'Fn::Join': [separator, parts] }: Joined): string =>
  parts.map((part) => (typeof part === 'string' ? part : `<${part.Ref}>`)).join(separator);

it.each(expected)('%s has status %s and the code %s, and echoes nothing', (type, status, code) => {
  const response = responses.get(type);
  expect(response?.['StatusCode']).toBe(status);
  const templates = response?.['ResponseTemplates'] as Record<string, Joined>;
  expect(Object.keys(templates)).toEqual(['application/json', 'application/problem+json']);
  for (const text of Object.values(templates).map(joined)) {
    expect(JSON.parse(text)).toMatchObject({
      type: expect.stringMatching(
        String.raw`^https://<HttpApi\w+>\.execute-api\.<AWS::Region>\.<AWS::URLSuffix>/prod/docs/errors#${code}$`,
      ) as string,
      status: Number(status),
      code,
      requestId: '$context.requestId',
    });
    expect(text.replace('$context.requestId', '')).not.toContain('$');
  }
});

it('replaces no other gateway response', () => {
  expect([...responses.keys()].sort()).toEqual(expected.map(([type]) => type).sort());
});

it.each(expected.map(([type]) => type))('%s is a problem that pages of other origins can read', (type) => {
  expect(responses.get(type)?.['ResponseParameters']).toMatchObject({
    'gatewayresponse.header.Content-Type': "'application/problem+json'",
    'gatewayresponse.header.x-request-id': 'context.requestId',
    'gatewayresponse.header.access-control-allow-origin': "'*'",
    'gatewayresponse.header.access-control-expose-headers': expect.stringContaining('Retry-After') as string,
  });
});

it.each([
  ['UNAUTHORIZED', 'WWW-Authenticate', "'Bearer'"],
  ['ACCESS_DENIED', 'WWW-Authenticate', "'Bearer'"],
  ['INVALID_API_KEY', 'Retry-After', "'10'"],
  ['THROTTLED', 'Retry-After', "'10'"],
  ['QUOTA_EXCEEDED', 'Retry-After', "'3600'"],
])('%s has the header %s: %s', (type, header, value) => {
  expect(responses.get(type)?.['ResponseParameters']).toMatchObject({
    [`gatewayresponse.header.${header}`]: value,
  });
});
