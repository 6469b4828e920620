import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { bundling } from '../../cdk/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'leave-out-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The exports of a module of the project, bundled as for a function, and how large the bundle is. */
async function bundled(code: string): Promise<{ exports: Record<string, unknown>; bytes: number }> {
  const outfile = join(folder, `${code.length}.mjs`);
  const { metafile } = await build({
    ...bundling,
    stdin: { contents: code, resolveDir: join(import.meta.dirname, '../..') },
    outfile,
    metafile: true,
  });
  const exports = (await import(pathToFileURL(outfile).href)) as Record<string, unknown>;
  return { exports, bytes: Object.values(metafile.outputs)[0]?.bytes ?? 0 };
}

it('leaves the standard fonts to the modules of the project that use them', async () => {
  const { exports } = await bundled(`
    import { PDFContext, PDFDict, PDFName } from 'pdf-lib';
    import { glyphNames } from './lib/engines/pdf/conformance/fonts/unicode/simple-encoding.ts';
    const context = PDFContext.create();
    const dict = PDFDict.fromMapWithContext(new Map(), context);
    dict.set(PDFName.of('BaseFont'), PDFName.of('Symbol'));
    export const alpha = glyphNames(dict, undefined)[97];`);
  expect(exports['alpha']).toBe('alpha');
});

it('leaves them out where only pdf-lib imports them', async () => {
  const { bytes } = await bundled(`export { PDFDict } from 'pdf-lib';`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(400_000);
});
