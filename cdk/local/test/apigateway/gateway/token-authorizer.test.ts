import { describe, expect, test } from 'vitest';
import { Policy, glob } from '../../../src/apigateway/gateway/policy.ts';
import { RequestHeaders } from '../../../src/apigateway/gateway/request-headers.ts';
import { TokenAuthorizer } from '../../../src/apigateway/gateway/token-authorizer.ts';
import type { InvokeOutcome } from '../../../src/lambda/invoke-outcome.ts';
import { authorizer, openGateway, proxy, restApi } from './local-gateway.ts';

const statement = (Effect: string, Resource: unknown) => ({ Effect, Action: 'execute-api:Invoke', Resource });
const policy = (...Statement: object[]) => ({ Version: '2012-10-17', Statement });
const allowAll = { principalId: 'me', policyDocument: policy(statement('Allow', '*')) };

const api = (more = {}) =>
  restApi({
    methods: [
      proxy('GET', '/jobs', { authorizer: { ...authorizer, ...more } }),
      proxy('GET', '/files', { authorizer: { ...authorizer, id: 'other' } }),
    ],
  });

const bearer = (token: string) => ({ headers: { Authorization: token } });

test('the function sees the token and the method, the handler sees who it is', async () => {
  const asked: unknown[] = [];
  await using gateway = await openGateway(api(), {
    authorizer: (event) => {
      asked.push(event);
      return { ...allowAll, context: { plan: 'pro', limit: 5, beta: true, none: null } };
    },
  });
  expect((await gateway.send('/v1/jobs?x=1', bearer('t'))).statusCode).toBe(200);
  expect(asked).toEqual([
    {
      type: 'TOKEN',
      authorizationToken: 't',
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:api/v1/GET/jobs',
    },
  ]);
  expect(gateway.events[0]?.requestContext.authorizer).toEqual({
    principalId: 'me',
    plan: 'pro',
    limit: '5',
    beta: 'true',
    integrationLatency: expect.any(Number) as number,
  });
});

describe('rejections', () => {
  test.each<[string, object, number]>([
    ['no token', {}, 401],
    ['an empty token', bearer(''), 401],
    ['a token that only contains the pattern', bearer('xBearer abcx'), 401],
    ['the right token', bearer('Bearer abc'), 200],
  ])('%s', async (_what, options, statusCode) => {
    const validation = /^(?:Bearer [a-z]{3})$/;
    await using gateway = await openGateway(api({ validation }), { authorizer: () => allowAll });
    expect((await gateway.send('/jobs', options)).statusCode).toBe(statusCode);
  });

  test.each<[string, unknown, number, string | null]>([
    [
      'an explicit deny',
      { ...allowAll, policyDocument: policy(statement('Allow', '*'), statement('Deny', '*/GET/jobs')) },
      403,
      'User is not authorized to access this resource with an explicit deny',
    ],
    [
      'no statement about it',
      { ...allowAll, policyDocument: policy(statement('Allow', '*/GET/files')) },
      403,
      'User is not authorized to access this resource',
    ],
    ['a response without a policy', { principalId: 'me' }, 500, null],
    ['a response without a principal', { ...allowAll, principalId: undefined }, 500, null],
    ['a context that is not flat', { ...allowAll, context: { a: {} } }, 500, null],
    [
      'a policy with a Condition',
      { ...allowAll, policyDocument: policy({ ...statement('Allow', '*'), Condition: {} }) },
      500,
      null,
    ],
  ])('%s', async (_what, response, statusCode, message) => {
    await using gateway = await openGateway(api(), { authorizer: () => response });
    const reply = await gateway.send('/jobs', bearer('t'));
    expect(reply.statusCode).toBe(statusCode);
    expect(JSON.parse(reply.text)).toEqual({ message });
    expect(gateway.events).toHaveLength(0);
  });

  test.each([
    ['Unauthorized', 401],
    ['anything else', 500],
  ])('a function that throws %j', async (text, statusCode) => {
    await using gateway = await openGateway(api(), {
      authorizer: () => {
        throw new Error(text);
      },
    });
    expect((await gateway.send('/jobs', bearer('t'))).statusCode).toBe(statusCode);
  });
});

describe('the cache', () => {
  const arn = (path: string) => `arn:aws:execute-api:us-east-1:000000000000:api/v1/GET/${path}`;
  const headers = (...tokens: string[]) =>
    new RequestHeaders(tokens.flatMap((token) => ['Authorization', token]));

  function counting(more = {}, respond: () => unknown = () => allowAll) {
    const clock = { now: 0 };
    let asked = 0;
    const invoke = (): Promise<InvokeOutcome> => {
      asked += 1;
      const response = respond();
      return Promise.resolve(
        response === undefined
          ? { kind: 'error', errorType: 'Error', errorMessage: 'down' }
          : { kind: 'response', payload: JSON.stringify(response) },
      );
    };
    const subject = new TokenAuthorizer(
      { ...authorizer, ...more },
      invoke,
      () => undefined,
      () => clock.now,
    );
    return {
      clock,
      asked: () => asked,
      authorize: (token: string, path = 'jobs') => subject.authorize(headers(token), arn(path), ''),
      subject,
    };
  }

  test('remembers a token for its time, and each token by itself', async () => {
    const { authorize, asked, clock } = counting();
    await authorize('a');
    await authorize('a');
    await authorize('b');
    expect(asked()).toBe(2);
    clock.now = 59_999;
    await authorize('a');
    expect(asked()).toBe(2);
    clock.now = 60_000;
    await authorize('a');
    expect(asked()).toBe(3);
  });

  test('asks once for requests that come together', async () => {
    const { authorize, asked } = counting();
    await Promise.all([authorize('a'), authorize('a'), authorize('a')]);
    expect(asked()).toBe(1);
  });

  test('applies the remembered policy to the method at hand', async () => {
    const { authorize } = counting({}, () => ({
      ...allowAll,
      policyDocument: policy(statement('Allow', arn('jobs'))),
    }));
    await authorize('a', 'jobs');
    await expect(authorize('a', 'files')).rejects.toMatchObject({ type: 'ACCESS_DENIED' });
  });

  test('does not remember failures', async () => {
    let healthy = false;
    const { authorize } = counting({}, () => (healthy ? allowAll : undefined));
    await expect(authorize('a')).rejects.toMatchObject({ type: 'AUTHORIZER_FAILURE' });
    healthy = true;
    await expect(authorize('a')).resolves.toMatchObject({ context: { principalId: 'me' } });
  });

  test('can be turned off', async () => {
    const { authorize, asked } = counting({ cacheSeconds: 0 });
    await authorize('a');
    await authorize('a');
    expect(asked()).toBe(2);
  });

  test('two different tokens in one request are rejected without asking', async () => {
    const { subject, asked } = counting();
    await expect(subject.authorize(headers('a', 'b'), arn('jobs'), '')).rejects.toMatchObject({
      type: 'UNAUTHORIZED',
    });
    expect(asked()).toBe(0);
  });
});

describe('policies', () => {
  test.each([
    ['*', 'a/b', true],
    ['a*', 'a/b/c', true],
    ['*/GET/*', 'x/v1/GET/jobs/1', true],
    ['*/GET/*', 'x/v1/POST/jobs', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a*b*c', 'aXbYbZc', true],
    ['a*b*c', 'aXbYbZ', false],
    ['', '', true],
    ['a.c', 'abc', false],
  ])('%j matches %j: %s', (pattern, text, expected) => {
    expect(glob(pattern, text)).toBe(expected);
  });

  test('one Deny outweighs any Allow, in any order', () => {
    expect(new Policy(policy(statement('Deny', 'x'), statement('Allow', '*'))).decide('x')).toBe('deny');
    expect(new Policy(policy(statement('Deny', 'y'), statement('Allow', ['z', 'x']))).decide('x')).toBe(
      'allow',
    );
  });

  test('other actions say nothing about invoking', () => {
    const other = { ...statement('Allow', '*'), Action: 'execute-api:ManageConnections' };
    expect(new Policy(policy(other)).decide('x')).toBe('implicit');
  });
});
