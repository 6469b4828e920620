import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Long enough for a loaded machine: a test that passes never waits that long. */
const timeouts = { testTimeout: 30_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

/** Two even on two processors, of which Vitest would use one: many tests wait for timers and other processes. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

const unitTests = [
  'test/{bench,corpus,lib,functions,layers,suites,support,verify}/**/*.test.ts',
  '{cdk/local,lib/client}/test/**/*.test.ts',
];

/** Projects run one after another: those that differ in their number of workers have to. */
const nth = (groupOrder: number) => ({ sequence: { groupOrder } });

/** Files of `unitTests` that start LibreOffice, Chromium or veraPDF, as their `leftOut()` says, or exhaust the PDF engine. */
const engineTests = globSync(unitTests).filter(
  (file) =>
    file.endsWith('engines/pdf/reader/hostile.test.ts') ||
    /leftOut\([^)]*'(libreoffice|chromium|verapdf)'/.test(readFileSync(file, 'utf8')),
);

/** Tests of a running service: they share a local run, whose functions need the processors too. */
const service = {
  globalSetup: 'test/integration/global-setup.ts',
  fileParallelism: false,
  ...timeouts,
  testTimeout: 60_000,
};

export default defineConfig({
  test: {
    globalSetup: 'test/support/report-left-out.ts',
    projects: [
      {
        test: { name: 'unit', ...nth(1), include: unitTests, exclude: engineTests, maxWorkers, ...timeouts },
      },
      {
        test: {
          name: 'cdk',
          ...nth(2),
          include: ['test/cdk/**/*.test.ts'],
          // Loading the CDK takes seconds: its modules and the synthesized template are shared by all files.
          isolate: false,
          maxWorkers: 1,
          ...timeouts,
        },
      },
      { test: { name: 'smoke', ...nth(3), include: ['test/smoke/**/*.test.ts'], ...service } },
      {
        test: {
          name: 'engines',
          ...nth(4),
          globalSetup: 'test/support/build-layers.ts',
          include: engineTests,
          maxWorkers,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'integration',
          ...nth(5),
          include: ['test/{integration,security}/**/*.test.ts'],
          ...service,
        },
      },
    ],
  },
});
