import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: 'test/support/report-left-out.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'test/{lib,functions,layers,support}/**/*.test.ts',
            '{cdk/local,lib/client}/test/**/*.test.ts',
          ],
          // Two even on two processors, of which Vitest would use one: many of them wait for LibreOffice or Chromium.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          ...timeouts,
        },
      },
      {
        test: {
          name: 'cdk',
          include: ['test/cdk/**/*.test.ts'],
          // Loading the CDK takes seconds: its modules and the synthesized template are shared by all files.
          isolate: false,
          maxWorkers: 1,
          ...timeouts,
        },
      },
      {
        test: {
          // Against a local run of its own, whose functions need the processors too.
          name: 'integration',
          include: ['test/{integration,security}/**/*.test.ts'],
          // It builds the layers that are missing, before the first test of either project.
          globalSetup: 'test/integration/global-setup.ts',
          fileParallelism: false,
          ...timeouts,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
