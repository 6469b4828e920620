import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{lib,functions,cdk,layers}/**/*.test.ts'],
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
