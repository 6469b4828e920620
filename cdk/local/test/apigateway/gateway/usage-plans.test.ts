import { describe, expect, test } from 'vitest';
import type { RestApi, UsagePlan } from '../../../src/apigateway/gateway/rest-api.ts';
import { UsagePlans } from '../../../src/apigateway/gateway/usage-plans.ts';
import { authorizer, FakeApiKeys, openGateway, proxy, restApi } from './local-gateway.ts';

const method = proxy('POST', '/jobs', { apiKeyRequired: true });
const plan = (more: Partial<UsagePlan> = {}): UsagePlan => ({
  id: 'plan',
  name: 'Plan',
  coversStage: true,
  methodThrottles: new Map(),
  ...more,
});

function subject(usagePlan: UsagePlan, stage: Partial<RestApi['stage']> = {}) {
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const keys = new FakeApiKeys();
  keys.keys.set('good', { id: 'k1', enabled: true, usagePlanIds: ['plan'] });
  keys.keys.set('twin', { id: 'k2', enabled: true, usagePlanIds: ['gone', 'plan'] });
  keys.keys.set('disabled', { id: 'k3', enabled: false, usagePlanIds: ['plan'] });
  keys.keys.set('planless', { id: 'k4', enabled: true, usagePlanIds: [] });
  const api = restApi({ usagePlans: new Map([['plan', usagePlan]]) });
  const plans = new UsagePlans({ ...api, stage: { ...api.stage, ...stage } }, keys, () => clock.now);
  const outcome = (action: () => unknown) => {
    try {
      action();
      return 'admitted';
    } catch (error) {
      return (error as { type: string }).type;
    }
  };
  return {
    clock,
    admit: (value: string | undefined, at = method) => outcome(() => plans.admitKey(value, at)),
    admitMethod: (at = method) => outcome(() => plans.admitMethod(at)),
  };
}

test.each([
  ['good', 'admitted'],
  ['twin', 'admitted'],
  ['disabled', 'INVALID_API_KEY'],
  ['planless', 'INVALID_API_KEY'],
  ['unknown', 'INVALID_API_KEY'],
  ['', 'INVALID_API_KEY'],
  [undefined, 'INVALID_API_KEY'],
])('the key %j is %s', (value, expected) => {
  expect(subject(plan()).admit(value)).toBe(expected);
});

test('a plan without this stage opens nothing', () => {
  expect(subject(plan({ coversStage: false })).admit('good')).toBe('INVALID_API_KEY');
});

describe('throttling', () => {
  const throttle = { rateLimit: 0.5, burstLimit: 2 };

  test('a key has its burst, then its rate, apart from other keys', () => {
    const { admit, clock } = subject(plan({ throttle }));
    expect([admit('good'), admit('good'), admit('good')]).toEqual(['admitted', 'admitted', 'THROTTLED']);
    expect(admit('twin')).toBe('admitted');
    clock.now += 1999;
    expect(admit('good')).toBe('THROTTLED');
    clock.now += 1;
    expect([admit('good'), admit('good')]).toEqual(['admitted', 'THROTTLED']);
  });

  test('a bucket never holds more than its burst, and a clock set back takes nothing', () => {
    const { admit, clock } = subject(plan({ throttle }));
    expect(admit('good')).toBe('admitted');
    clock.now -= 3_600_000;
    expect(admit('good')).toBe('admitted');
    clock.now += 7_200_000;
    expect([admit('good'), admit('good'), admit('good')]).toEqual(['admitted', 'admitted', 'THROTTLED']);
  });

  test('a method may have its own limit in the plan', () => {
    const none = { rateLimit: 0, burstLimit: 0 };
    const { admit } = subject(plan({ throttle, methodThrottles: new Map([['/jobs/POST', none]]) }));
    expect(admit('good')).toBe('THROTTLED');
    expect(admit('good', proxy('GET', '/files', { apiKeyRequired: true }))).toBe('admitted');
  });

  test('the stage limits each method for all callers, the most specific setting first', () => {
    const throttling = [
      { path: '/*', httpMethod: '*', throttle: { rateLimit: 0, burstLimit: 1 } },
      { path: '/jobs', httpMethod: 'POST', throttle: { rateLimit: 0, burstLimit: 2 } },
    ];
    const { admitMethod } = subject(plan(), { throttling });
    expect([admitMethod(), admitMethod(), admitMethod()]).toEqual(['admitted', 'admitted', 'THROTTLED']);
    const other = proxy('GET', '/files');
    expect([admitMethod(other), admitMethod(other)]).toEqual(['admitted', 'THROTTLED']);
  });
});

describe('quotas', () => {
  test.each([
    ['DAY', Date.UTC(2026, 10, 21, 23, 59), Date.UTC(2026, 10, 22)],
    ['WEEK', Date.UTC(2026, 10, 22, 23, 59), Date.UTC(2026, 10, 23)],
    ['MONTH', Date.UTC(2026, 10, 30, 23, 59), Date.UTC(2026, 11, 1)],
  ] as const)('a %s ends where it should', (period, before, after) => {
    const { admit, clock } = subject(plan({ quota: { limit: 1, period } }));
    expect([admit('good'), admit('good')]).toEqual(['admitted', 'QUOTA_EXCEEDED']);
    clock.now = before;
    expect(admit('good')).toBe('QUOTA_EXCEEDED');
    clock.now = after;
    expect(admit('good')).toBe('admitted');
  });
});

describe('through the gateway', () => {
  const usagePlans = new Map([['plan', plan({ throttle: { rateLimit: 0, burstLimit: 1 } })]]);
  const key = { id: 'k1', enabled: true, usagePlanIds: ['plan'] };

  test('the key comes from the header, and the handler sees whose it is', async () => {
    await using gateway = await openGateway(restApi({ methods: [method], usagePlans }));
    gateway.keys.keys.set('value', key);
    const headers = { 'X-Api-Key': 'value' };
    const statuses = [];
    for (const options of [{}, { headers }, { headers }]) {
      statuses.push((await gateway.send('/jobs', { method: 'POST', ...options })).statusCode);
    }
    expect(statuses).toEqual([403, 200, 429]);
    expect(gateway.events[0]?.requestContext.identity).toMatchObject({ apiKey: 'value', apiKeyId: 'k1' });
  });

  test('the key comes from the authorizer, and a header of that name does not count', async () => {
    const response = {
      principalId: 'me',
      usageIdentifierKey: 'value',
      policyDocument: { Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
    };
    const methods = [{ ...method, authorizer }];
    const api = restApi({ methods, usagePlans, apiKeySource: 'AUTHORIZER' });
    await using gateway = await openGateway(api, {
      authorizer: ({ authorizationToken }) => ({
        ...response,
        usageIdentifierKey: authorizationToken === 'mine' ? 'value' : undefined,
      }),
    });
    gateway.keys.keys.set('value', key);
    const send = (Authorization: string) =>
      gateway.send('/jobs', { method: 'POST', headers: { Authorization, 'X-Api-Key': 'value' } });
    expect((await send('other')).statusCode).toBe(403);
    expect((await send('mine')).statusCode).toBe(200);
  });

  test('methods that need no key do not count', async () => {
    await using gateway = await openGateway(restApi({ methods: [proxy('POST', '/jobs')], usagePlans }));
    expect((await gateway.send('/jobs', { method: 'POST' })).statusCode).toBe(200);
  });
});
