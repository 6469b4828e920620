import { expect, it } from 'vitest';
import { countTests, type TestReport } from './count-tests.ts';

const fileOf = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

const reportOf = (passed: number, failed: number, ...files: ReturnType<typeof fileOf>[]): TestReport => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files,
});

it('adds up the tests of several runs', () => {
  const first = reportOf(2, 1, fileOf('passed', 'passed'), fileOf('failed', 'passed', 'failed'));
  expect(countTests([first, reportOf(3, 0)])).toEqual({ passed: 5, failed: 1 });
});

it('counts a file that cannot be loaded as failed', () => {
  expect(countTests([reportOf(1, 0, fileOf('passed', 'passed'), fileOf('failed'))])).toEqual({
    passed: 1,
    failed: 1,
  });
});
