import { expect, it } from 'vitest';
import { CallTimes, operationAt } from './call-times.ts';

it.each([
  ['POST', '/api/pdf/merge', 'merge-pdf'],
  ['GET', '/api/jobs', 'list-jobs'],
  ['GET', '/api/jobs/job_1', 'get-job'],
  ['GET', '/api/jobs/job_1/result', 'get-job-result'],
  ['DELETE', '/api/jobs/job_1', 'delete-job'],
  ['PUT', '/api/jobs/job_1', undefined],
  ['GET', '/api/unknown', undefined],
])('%s %s is %s', (method, path, operation) => {
  expect(operationAt(method, path)).toBe(operation);
});

it('keeps the first time of an operation apart from the median of the others', () => {
  const times = new CallTimes();
  for (const milliseconds of [900, 30, 10, 20]) times.add('merge-pdf', milliseconds);
  times.add('health', 40);
  expect(times.byOperation()).toEqual([
    { operation: 'merge-pdf', calls: 4, first: 900, later: 20 },
    { operation: 'health', calls: 1, first: 40, later: undefined },
  ]);
});
