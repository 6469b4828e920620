import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{lib,functions,cdk,layers}/**/*.test.ts'],
          // Two even on two processors, of which Vitest would use one: many of them wait for LibreOffice or Chromium.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          ...timeouts,
        },
      },
      {
        test: {
          // Against a local run of its own, whose functions need the processors too.
          name: 'integration',
          include: ['test/{integration,security}/**/*.test.ts'],
          globalSetup: 'test/integration/global-setup.ts',
          fileParallelism: false,
          ...timeouts,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
