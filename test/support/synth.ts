import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { functionNames } from '../../cdk/functions.ts';
import { FileConversionStack } from '../../cdk/stack.ts';

interface Synthesis extends Disposable {
  app: App;
  stack: FileConversionStack;
}

/**
 * Makes the stack with small files in place of the bundles, on which the template does not depend. Disposing of it
 * removes what synthesis writes.
 *
 * @param context settings, by name
 * @param without names of layers that are missing
 */
export function synthesizeStack(
  context: Record<string, unknown> = {},
  without: readonly string[] = [],
): Synthesis {
  const folder = mkdtempSync(join(tmpdir(), 'synthesized-'));
  const addFolder = (name: string, file: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, file), name);
    return path;
  };
  for (const name of functionNames) addFolder(join('bundles', name), 'handler.mjs');
  const layers = ['libreoffice', 'chromium', 'fonts', 'verapdf']
    .filter((name) => !without.includes(name))
    .map((name) => ({ name, path: addFolder(join('layers', name), 'content'), hash: name }));
  const app = new App({ context, outdir: join(folder, 'cdk.out') });
  const bundles = join(folder, 'bundles');
  return {
    app,
    stack: new FileConversionStack(app, 'Test', { bundles, version: '0.0.0', layers }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function templateOf(context?: Record<string, unknown>, without?: readonly string[]): Template {
  using synthesis = synthesizeStack(context, without);
  return Template.fromStack(synthesis.stack);
}
