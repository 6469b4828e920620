import { readFileSync } from 'node:fs';

/** The part of Vitest's JSON report that `countTests` reads. */
export interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
}

/** A file that failed without a failed test, for example because it cannot be loaded. */
const failedAsAWhole = ({ status, assertionResults }: TestReport['testResults'][number]): boolean =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed');

/** Adds up the tests of several runs. A file that failed without a failed test counts as one. */
export function countTests(reports: readonly TestReport[]): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const { numPassedTests, numFailedTests, testResults } of reports) {
    passed += numPassedTests;
    failed += numFailedTests + testResults.filter(failedAsAWhole).length;
  }
  return { passed, failed };
}

if (import.meta.main) {
  const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as TestReport);
  const { passed, failed } = countTests(reports);
  console.log(`${passed} passed, ${failed} failed`);
}
