import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { LocalStackFile } from '../../cdk/local-state.ts';
import { startLocalRun } from '../support/local-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: LocalStackFile;
    stateDirectory: string;
  }
}

/** One local run for all integration tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-'));
  const run = await startLocalRun(stateDirectory);
  project.provide('stack', run.stack);
  project.provide('stateDirectory', stateDirectory);
  return async () => {
    await run.stop();
    rmSync(stateDirectory, { recursive: true, force: true });
  };
}
