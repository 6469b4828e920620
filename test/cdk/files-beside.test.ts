import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesBeside } from '../../cdk/files-beside.ts';
import { projectRoot } from '../../cdk/project.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-beside-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('gives a bundle the files that its modules load, and it finds them where there are no packages', async () => {
  const contents = `
    import { compileHarfBuzz } from './lib/engines/fonts/shaping/harfbuzz/programs.ts';
    const { shaping, subsetting } = compileHarfBuzz();
    console.log([shaping, subsetting].map((module) => module instanceof WebAssembly.Module).join());`;
  await build({
    absWorkingDir: projectRoot,
    stdin: { contents, resolveDir: projectRoot },
    outfile: join(folder, 'bundle.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    plugins: [filesBeside],
  });
  expect(await readdir(folder)).toEqual(['bundle.mjs', 'harfbuzz-subset.wasm', 'harfbuzz.wasm']);
  const bundle = join(folder, 'bundle.mjs');
  expect(execFileSync(process.execPath, [bundle], { cwd: folder, encoding: 'utf8' })).toBe('true,true\n');
});
