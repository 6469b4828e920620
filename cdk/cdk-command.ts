import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { App } from 'aws-cdk-lib';
import { layers } from '../layers/recipes.ts';
import { projectRoot } from './project.ts';
import { withoutLayers } from './settings.ts';

/**
 * Names the layers that a command of the CDK needs: all but those that the setting `withoutLayers` leaves out.
 *
 * @param args of the CDK; `-c withoutLayers=…` takes precedence over `context`
 * @param context of cdk.json
 */
export function neededLayers(args: readonly string[], context: Record<string, unknown>): string[] {
  const { values } = parseArgs({
    args: [...args],
    options: { context: { type: 'string', short: 'c', multiple: true } },
    strict: false,
    allowPositionals: true,
  });
  const settings = (values.context ?? []).map((setting): [name: string, value: string] => {
    const [name = '', ...value] = String(setting).split('=');
    return [name, value.join('=')];
  });
  const omitted = withoutLayers(new App({ context: { ...context, ...Object.fromEntries(settings) } }).node);
  return layers.map(({ name }) => name).filter((name) => !omitted.includes(name));
}

/** Runs a program in the project's folder. Exits with its code if it fails. */
function run(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: projectRoot, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** `npm run bootstrap`, `synth` and `deploy`: builds what the app needs, because each of them synthesizes it. */
function main(args: string[]): void {
  const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8')) as {
    context: Record<string, unknown>;
  };
  const needed = neededLayers(args, context);
  // Without names, all layers are built, and their sizes together are checked.
  const names = needed.length === layers.length ? [] : needed;
  if (needed.length > 0) run(process.execPath, join('layers', 'build.ts'), ...names);
  run(process.execPath, join('cdk', 'bundle.ts'));
  run(join('node_modules', '.bin', 'cdk'), ...args);
}

if (import.meta.main) main(process.argv.slice(2));
