import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countTests, listFailures, type TestReport } from './count-tests.ts';

const fileOf = (status: string, ...tests: string[]) => ({
  name: resolve('test/a.test.ts'),
  status,
  message: status === 'failed' ? 'Cannot find module' : '',
  assertionResults: tests.map((each) => ({
    fullName: `merges ${each}`,
    status: each,
    failureMessages: each === 'failed' ? ['\u001B[31mexpected 1 to be 2\u001B[39m'] : [],
  })),
});

const reportOf = (passed: number, failed: number, ...files: ReturnType<typeof fileOf>[]): TestReport => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files,
});

const twoOfThree = reportOf(2, 1, fileOf('passed', 'passed'), fileOf('failed', 'passed', 'failed'));
const notLoaded = reportOf(1, 0, fileOf('passed', 'passed'), fileOf('failed'));

describe('countTests', () => {
  it('adds up the tests of several runs', () => {
    expect(countTests([twoOfThree, reportOf(3, 0)])).toEqual({ passed: 5, failed: 1 });
  });

  it('counts a file that cannot be loaded as failed', () => {
    expect(countTests([notLoaded])).toEqual({ passed: 1, failed: 1 });
  });
});

describe('listFailures', () => {
  it('names each failed test with its file and message, without colors', () => {
    expect(listFailures([twoOfThree, reportOf(3, 0)])).toEqual([
      'FAILED test/a.test.ts > merges failed\nexpected 1 to be 2',
    ]);
  });

  it('names a file that cannot be loaded', () => {
    expect(listFailures([notLoaded])).toEqual(['FAILED test/a.test.ts\nCannot find module']);
  });
});
