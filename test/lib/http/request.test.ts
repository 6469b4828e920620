import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { acceptOf, baseUrlOf, bodyOf, preferencesOf } from '#lib/http/request.ts';

const event = (overrides: object): APIGatewayProxyEvent =>
  ({
    headers: {},
    path: '/api/jobs',
    resource: '/api/jobs',
    requestContext: {},
    ...overrides,
  }) as unknown as APIGatewayProxyEvent;

describe('requests', () => {
  it.each([
    [undefined, '*/*'],
    ['', '*/*'],
    ['application/pdf', 'application/pdf'],
    ['Application/PDF;q=0.1, application/json', 'application/pdf'],
    ['*/*, application/pdf', '*/*'],
    ['application/pdf;q=0, application/json', 'application/json'],
    ['application/pdf; q=0.0', '*/*'],
  ])('with Accept %j accept %j first', (accept, expected) => {
    expect(acceptOf(event({ headers: accept === undefined ? {} : { ACCEPT: accept } }))).toBe(expected);
  });

  it.each([
    ['/prod/api/jobs', 'https://x.execute-api.eu-central-1.amazonaws.com/prod'],
    ['/api/jobs', 'https://x.execute-api.eu-central-1.amazonaws.com'],
    ['/base/api/jobs', 'https://x.execute-api.eu-central-1.amazonaws.com/base'],
  ])('sent to %s get links that begin with %s', (path, expected) => {
    const domainName = 'x.execute-api.eu-central-1.amazonaws.com';
    const headers = { 'X-Forwarded-Proto': 'https', Host: 'evil.example' };
    expect(baseUrlOf(event({ headers, requestContext: { domainName, path } }))).toBe(expected);
  });

  it('with parameters get links that begin with the mapped path', () => {
    const requestContext = { domainName: 'api.example.com', path: '/base/api/jobs/job%5F1/result' };
    const resource = '/api/jobs/{id}/result';
    expect(baseUrlOf(event({ path: '/base/api/jobs/job_1/result', resource, requestContext }))).toBe(
      'https://api.example.com/base',
    );
  });

  it.each([
    ['/', undefined, '/prod/', '/prod'],
    ['/', undefined, '/', ''],
    ['/{proxy+}', 'no/such/route', '/prod/no/such/route', '/prod'],
    ['/{proxy+}', 'no/such/route/', '/base/no/such/route/', '/base'],
    ['/{proxy+}', 'none', '/none', ''],
  ])('of the resource %s with %j get links that begin with the stage', (resource, proxy, path, prefix) => {
    const requestContext = { domainName: 'api.example.com', path };
    const pathParameters = proxy === undefined ? null : { proxy };
    expect(baseUrlOf(event({ path, resource, pathParameters, requestContext }))).toBe(
      `https://api.example.com${prefix}`,
    );
  });

  it.each<[string | undefined, [string, string][]]>([
    [undefined, []],
    ['', []],
    ['wait=10', [['wait', '10']]],
    [
      'respond-async, Wait = "5" ; x=y',
      [
        ['respond-async', ''],
        ['wait', '5'],
      ],
    ],
    ['wait=1, wait=2', [['wait', '1']]],
    [' , ;, =', []],
  ])('with Prefer %j prefer %j', (prefer, expected) => {
    const headers = prefer === undefined ? {} : { PREFER: prefer };
    expect([...preferencesOf(event({ headers }))]).toEqual(expected);
  });

  it('can have their body in base64 or as plain text', () => {
    expect(bodyOf(event({ body: 'aMOk', isBase64Encoded: true })).toString()).toBe('hä');
    expect(bodyOf(event({ body: 'hä', isBase64Encoded: false })).toString()).toBe('hä');
    expect(bodyOf(event({ body: null }))).toHaveLength(0);
  });

  it.each([
    ['aMOk', true],
    ['hä', false],
  ])('can have their body %s in memory that earlier requests used', (body, isBase64Encoded) => {
    const used = Buffer.alloc(100, 'earlier ');
    const memory = { take: (size: number) => used.subarray(0, size) };
    const bytes = bodyOf(event({ body, isBase64Encoded }), memory);
    expect(bytes.toString()).toBe('hä');
    expect(bytes.buffer).toBe(used.buffer);
    expect(bodyOf(event({ body: null }), memory)).toHaveLength(0);
  });
});
