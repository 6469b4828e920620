import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The part of Vitest's JSON report that is read here. */
export interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly TestFile[];
}

interface TestFile {
  name: string;
  status: string;
  /** Why the file failed as a whole. */
  message: string;
  assertionResults: readonly {
    fullName: string;
    status: string;
    failureMessages?: readonly string[] | null;
  }[];
}

/** A file that failed without a failed test, for example because it cannot be loaded. */
const failedAsAWhole = ({ status, assertionResults }: TestFile): boolean =>
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

/** How much of a failure's message and stack is listed, in characters. */
const longestMessage = 2000;

const plain = (message: string): string => stripVTControlCharacters(message).slice(0, longestMessage);

/** Each failed test with its file, and what it failed with. */
export function listFailures(reports: readonly TestReport[]): string[] {
  return reports
    .flatMap(({ testResults }) => testResults)
    .flatMap((file) => {
      const name = relative(process.cwd(), file.name);
      return failedAsAWhole(file)
        ? [`FAILED ${name}\n${plain(file.message)}`]
        : file.assertionResults
            .filter(({ status }) => status === 'failed')
            .map(
              ({ fullName, failureMessages }) =>
                `FAILED ${name} > ${fullName}\n${plain((failureMessages ?? []).join('\n'))}`,
            );
    });
}

if (import.meta.main) {
  const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as TestReport);
  for (const failure of listFailures(reports)) console.log(failure);
  const { passed, failed } = countTests(reports);
  console.log(`${passed} passed, ${failed} failed`);
}
