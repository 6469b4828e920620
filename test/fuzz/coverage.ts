import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundling } from '../../cdk/bundle.ts';
import { rawPdf, textPages } from '../support/raw-pdf.ts';

/*
 * Fuzzes the PDF engine guided by the branches that inputs reach: by Jazzer.js, which npx fetches, since its native part
 * wants glibc 2.38 or newer and is of no use to anybody else. What it finds stays in the folder that it names.
 *
 *   npm run suite -- fuzz:coverage [--minutes 5] [--corpus DIR]
 */

const fuzzer = '@jazzer.js/core@4.0.0';

/** Seeds above this size make each try slow. In bytes. */
const maxSeed = 40_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, corpus: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'fuzz-coverage-'));
const seeds = join(folder, 'seeds');
const findings = join(folder, 'findings');
mkdirSync(seeds);
mkdirSync(findings);
writeFileSync(join(seeds, 'text.pdf'), rawPdf(textPages('one', 'two', 'three')));
const { corpus } = values;
if (corpus !== undefined) {
  for (const name of readdirSync(corpus, { recursive: true, encoding: 'utf8' })) {
    const file = join(corpus, name);
    if (file.endsWith('.pdf') && statSync(file).size <= maxSeed)
      copyFileSync(file, join(seeds, basename(file)));
  }
}

const target = join(folder, 'target.cjs');
await build({
  ...bundling,
  entryPoints: [join(import.meta.dirname, 'coverage-target.ts')],
  outfile: target,
  format: 'cjs',
  minify: false,
});
console.log(`Seeds, and what is found: ${folder}`);
const limits = [`-max_total_time=${Number(values.minutes) * 60}`, '-rss_limit_mb=4000'];
const { status } = spawnSync(
  'npx',
  [
    ...['--yes', '--package', fuzzer, 'jazzer', target, seeds, '--includes', 'target.cjs', '--sync'],
    ...['--', ...limits, `-artifact_prefix=${findings}/`],
  ],
  { stdio: 'inherit', cwd: folder },
);
process.exitCode = status ?? 1;
