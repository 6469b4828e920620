import { expect, it } from 'vitest';
import { functionsOf, template, textOf } from '../../support/template.ts';

it.each([
  ['RunningConversions', [10, 50, 200], 1, 1000],
  ['HeldCalls', [5, 20, 100], 0, 1000],
  ['OpenJobs', [20, 200, 2000], 1, 10_000],
  ['OpenUploadMegabytes', [1024, 20_480, 204_800], 1, 10_485_760],
  ['MonthlyDocuments', [0, 0, 0], 0, 1_000_000_000],
])('%s is a parameter per plan: %j, from %i to %i', (cap, defaults, minimum, maximum) => {
  for (const [index, plan] of ['Free', 'Pro', 'Business'].entries()) {
    template.hasParameter(`${plan}${cap}`, {
      Type: 'Number',
      Default: defaults[index],
      MinValue: minimum,
      MaxValue: maximum,
    });
  }
});

it('passes the values of all plans to a function in one variable', () => {
  const { Variables } = functionsOf().get('MergePdf')?.Properties['Environment'] as {
    Variables: Record<string, unknown>;
  };
  expect(textOf(Variables['RUNNING_CONVERSIONS'])).toBe(
    'FreeRunningConversions,ProRunningConversions,BusinessRunningConversions',
  );
});
