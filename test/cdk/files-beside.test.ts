import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesBeside } from '../../cdk/files-beside.ts';
import { projectRoot } from '../../cdk/project.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-beside-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bundled = async (contents: string): Promise<string> => {
  const outfile = join(folder, 'bundle.mjs');
  await build({
    absWorkingDir: projectRoot,
    stdin: { contents, resolveDir: projectRoot },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    plugins: [filesBeside],
  });
  return outfile;
};

const outputOf = (program: string): string =>
  execFileSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' });

it('gives a bundle the files that its modules load, and it finds them where there are no packages', async () => {
  const contents = `
    import { compileHarfBuzz } from './lib/engines/fonts/shaping/harfbuzz/programs.ts';
    const { shaping, subsetting } = compileHarfBuzz();
    console.log([shaping, subsetting].map((module) => module instanceof WebAssembly.Module).join());`;
  const bundle = await bundled(contents);
  expect(await readdir(folder)).toEqual(['bundle.mjs', 'harfbuzz-subset.wasm', 'harfbuzz.wasm']);
  expect(outputOf(bundle)).toBe('true,true\n');
});

it('gives a bundle the modules that its modules load by their path', async () => {
  const bundle = await bundled(`
    import { openLanguageDetector } from './lib/engines/language/language-detector.ts';
    const detect = await openLanguageDetector();
    console.log(detect('All human beings are born free and equal in dignity and rights.'));`);
  expect(await readdir(folder)).toEqual(['bundle.mjs', 'n-grams.mjs']);
  expect((await stat(bundle)).size).toBeLessThan(20_000);
  expect(outputOf(bundle)).toBe('en\n');
});

it('gives a bundle what it reads about standard fonts', async () => {
  const bundle = await bundled(`
    import { standardWidths, symbolCodes } from './lib/engines/pdf/conformance/fonts/standard-fonts.ts';
    const dingbat = symbolCodes('ZapfDingbats').find(({ point }) => point === 0x2714);
    console.log(standardWidths('Helvetica').get('A'), dingbat.code, dingbat.name);`);
  expect((await stat(bundle)).size).toBeLessThan(20_000);
  expect(outputOf(bundle)).toBe('667 52 a20\n');
});
