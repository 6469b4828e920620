import { expect, it } from 'vitest';
import { contracts } from '#lib/api/contracts.ts';
import { gotenbergContracts } from '#lib/gotenberg/contracts/contracts.ts';
import { resourcesOf } from '../../support/template.ts';

it.each([
  ['Free', 100, 120],
  ['Pro', 1000, 1000],
  ['Business', 10_000, 10_000],
])('the plan %s throttles each method separately', (title, conversions, otherCalls) => {
  const perMinute = (calls: number) => ({ RateLimit: calls / 60, BurstLimit: calls });
  const { Throttle, ApiStages } = resourcesOf('AWS::ApiGateway::UsagePlan').get(`HttpApi${title}`)
    ?.Properties as {
    Throttle?: object;
    ApiStages: { Throttle: Record<string, object> }[];
  };
  // Polls would drain a bucket of the whole plan.
  expect(Throttle).toBeUndefined();
  expect(ApiStages).toHaveLength(1);
  expect(ApiStages[0]?.Throttle).toEqual(
    Object.fromEntries(
      [...contracts, ...gotenbergContracts]
        .filter(({ access }) => access === 'key')
        .map(({ path, route = path, method, metered }) => [
          `${route}/${method}`,
          perMinute(metered ? conversions : otherCalls),
        ]),
    ),
  );
});
