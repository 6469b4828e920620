import { expect, it } from 'vitest';
import { UsageError } from '../../../cdk/operator-command.ts';
import { openTarget, type TargetChoice } from './open-target.ts';

const baseUrl = 'https://abc.execute-api.eu-central-1.amazonaws.com/prod/';

it.each<[string, TargetChoice]>([
  ['--base-url needs --key', { baseUrl }],
  ['--base-url excludes --stack', { baseUrl, key: 'fcs_1', stack: 'FileConversion' }],
  ['--base-url excludes --stack and --local', { baseUrl, key: 'fcs_1', local: true }],
  ['--base-url must be a URL', { baseUrl: 'abc', key: 'fcs_1' }],
])('%s', async (message, choice) => {
  const opening = openTarget(choice, {});
  await expect(opening).rejects.toThrow(UsageError);
  await expect(opening).rejects.toThrow(message);
});

it('opens a stack by its URL', async () => {
  const { target, isAws } = await openTarget({ baseUrl, key: 'fcs_1', freeKey: 'fcs_2' }, {});
  expect(target.options).toMatchObject({ baseUrl: baseUrl.slice(0, -1), key: 'fcs_1', freeKey: 'fcs_2' });
  expect(target.options.logs).toBeUndefined();
  expect(isAws).toBe(true);
});

it.each([
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
  ['http://localhost:3000/prod', false],
  ['https://convert.example.com', true],
])('takes %s for AWS: %s', async (url, expected) => {
  const { isAws } = await openTarget({ baseUrl: url, key: 'fcs_1', log: 'run.log' }, {});
  expect(isAws).toBe(expected);
});
