import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { functionNames } from '../../cdk/functions.ts';
import { FileConversionStack } from '../../cdk/stack.ts';

/** All that synthesizing writes, until the tests that import this are through. */
const folder = mkdtempSync(join(tmpdir(), 'synthesized-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The stack with small stand-ins for the bundles: what a template says does not depend on them.
 *
 * @param without names of layers that are not there
 */
export function synthesizeStack(
  context: Record<string, unknown> = {},
  without: readonly string[] = [],
): {
  app: App;
  stack: FileConversionStack;
} {
  const bundles = mkdtempSync(join(folder, 'bundles-'));
  for (const name of functionNames) {
    mkdirSync(join(bundles, name));
    writeFileSync(join(bundles, name, 'handler.mjs'), `// ${name}`);
  }
  const names = ['libreoffice', 'chromium', 'fonts'].filter((name) => !without.includes(name));
  const layers = names.map((name) => {
    const path = join(bundles, `${name}-layer`);
    mkdirSync(path);
    writeFileSync(join(path, 'content'), name);
    return { name, path, hash: name };
  });
  const app = new App({ context, outdir: mkdtempSync(join(folder, 'cdk-out-')) });
  return {
    app,
    stack: new FileConversionStack(app, 'Test', {
      bundles,
      version: '0.0.0',
      layers,
    }),
  };
}

export const templateOf = (context?: Record<string, unknown>, without?: readonly string[]): Template =>
  Template.fromStack(synthesizeStack(context, without).stack);
