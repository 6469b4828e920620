import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildLayers } from '../layers/build.ts';
import { bundleFunctions } from './bundle.ts';
import { builtLayers } from './layer-folders.ts';
import { projectRoot, stackName } from './project.ts';

const outputFolder = join(projectRoot, 'cdk.out');
const stampFile = join(outputFolder, 'build-stamp');

/** The synthesized template; asset manifest and asset folders lie beside it. */
export const templateFile = join(outputFolder, `${stackName}.template.json`);

/** Everything that decides what a build makes. */
const sources = ['functions/**', 'lib/**', 'cdk/*', 'cdk/constructs/**', 'package-lock.json', 'cdk.json'];

/**
 * Bundles the functions and synthesizes the template, unless nothing has changed since that was done.
 *
 * @param report gets one line before each step and one with the time that it took
 */
export async function buildIfNeeded(report: (line: string) => void): Promise<void> {
  const withoutLayers = !(await layersThere(report));
  const stamp = sourceStamp();
  if (existsSync(templateFile) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  await timed('Bundling the functions', report, bundleFunctions);
  await timed('Synthesizing the CloudFormation template', report, () => synthesize(withoutLayers));
  writeFileSync(stampFile, stamp);
}

/** Runs the CDK app as the CDK CLI does, without the seconds that the CLI takes. */
async function synthesize(withoutLayers: boolean): Promise<void> {
  const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8')) as { context: object };
  await promisify(execFile)(process.execPath, [join(projectRoot, 'cdk', 'app.ts')], {
    cwd: projectRoot,
    env: {
      ...process.env,
      CDK_OUTDIR: outputFolder,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, withoutLayers: String(withoutLayers) }),
    },
  });
}

/** Builds the layers where they are missing. A machine that cannot goes without what needs them, and says so. */
async function layersThere(report: (line: string) => void): Promise<boolean> {
  try {
    await buildLayers();
    return true;
  } catch (error) {
    report(`Office conversions will answer 503: ${(error as Error).message}`);
    return false;
  }
}

function sourceStamp(): string {
  const hash = createHash('sha256')
    .update(process.version)
    .update(JSON.stringify(builtLayers() ?? []));
  for (const file of globSync(sources, { cwd: projectRoot }).sort()) {
    const { mtimeMs, size, isFile } = statOf(file);
    if (isFile) hash.update(`${file}\0${mtimeMs}\0${size}\0`);
  }
  return hash.digest('hex');
}

function statOf(file: string) {
  const stat = statSync(join(projectRoot, file));
  return { mtimeMs: stat.mtimeMs, size: stat.size, isFile: stat.isFile() };
}

async function timed<T>(what: string, report: (line: string) => void, work: () => Promise<T>): Promise<T> {
  report(`${what} …`);
  const start = performance.now();
  const result = await work();
  report(`  took ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}
