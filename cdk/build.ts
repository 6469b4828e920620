import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildLayers } from '../layers/build.ts';
import { layers } from '../layers/recipes.ts';
import { bundleFunctions } from './bundle.ts';
import { engines } from './engines.ts';
import { exclusively } from './exclusively.ts';
import { builtLayers } from './layer-folders.ts';
import { projectRoot, stackName } from './project.ts';

const outputFolder = join(projectRoot, 'cdk.out');
const stampFile = join(outputFolder, 'build-stamp');

/** The synthesized template. The asset manifest and the assets are in the same folder. */
export const templateFile = join(outputFolder, `${stackName}.template.json`);

/** The inputs of a build. */
const sources = [
  'functions/**',
  'lib/**',
  'docs/*.md',
  'docs/images/*',
  'cdk/*',
  'cdk/{constructs,docs}/**',
  'package-lock.json',
  'cdk.json',
];

/**
 * Bundles the functions and synthesizes the template, unless nothing has changed since the last build. Waits for a build of
 * another process first.
 *
 * @param report receives one line before each step and one with the time that it took
 */
export const buildIfNeeded = (report: (line: string) => void): Promise<void> =>
  exclusively(
    join(outputFolder, 'build-lock'),
    () => report('Waiting for the build of another process …'),
    () => build(report),
  );

async function build(report: (line: string) => void): Promise<void> {
  const without = await missingLayers(report);
  const stamp = sourceStamp(without);
  if (existsSync(templateFile) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  await timed('Bundling the functions', report, bundleFunctions);
  await timed('Synthesizing the CloudFormation template', report, () => synthesize(without));
  writeFileSync(stampFile, stamp);
}

/** Runs the CDK app directly, which is seconds faster than the CDK CLI. */
async function synthesize(withoutLayers: readonly string[]): Promise<void> {
  const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8')) as { context: object };
  await promisify(execFile)(process.execPath, [join(projectRoot, 'cdk', 'app.ts')], {
    cwd: projectRoot,
    env: {
      ...process.env,
      CDK_OUTDIR: outputFolder,
      CDK_CONTEXT_JSON: JSON.stringify({
        ...context,
        // SAM CLI reads the paths of the assets from this metadata.
        'aws:cdk:enable-asset-metadata': true,
        withoutLayers: withoutLayers.join(),
      }),
    },
  });
}

/** Builds the missing layers, and reports and returns the names of those that this machine cannot build. */
async function missingLayers(report: (line: string) => void): Promise<string[]> {
  const missing: string[] = [];
  for (const layer of layers) {
    try {
      if (process.platform !== 'linux' || process.arch !== 'x64') {
        throw new Error(
          `it contains programs for Linux on x86_64, and this machine runs ${process.platform} on ${process.arch}`,
        );
      }
      await buildLayers([layer]);
    } catch (error) {
      missing.push(layer.name);
      report(`The layer ${layer.name} is not available: ${(error as Error).message}`);
    }
  }
  for (const { layers: needed, endpoints } of Object.values(engines)) {
    const reasons = needed.filter((name) => missing.includes(name));
    if (reasons.length > 0) {
      report(`${endpoints} will respond with 503: layers are missing (${reasons.join(', ')}).`);
    }
  }
  return missing;
}

function sourceStamp(withoutLayers: readonly string[]): string {
  const hash = createHash('sha256')
    .update(process.version)
    .update(JSON.stringify(builtLayers(withoutLayers)));
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
