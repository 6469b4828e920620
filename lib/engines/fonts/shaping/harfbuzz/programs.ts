import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** HarfBuzz as WebAssembly: the programs of the package, without its JavaScript, which loads them at import. */
export interface HarfBuzz {
  /** Shapes text. */
  shaping: WebAssembly.Module;
  /** Makes subsets of fonts. */
  subsetting: WebAssembly.Module;
}

/** Compiles the programs. A bundle has their files beside it. */
export async function compileHarfBuzz(): Promise<HarfBuzz> {
  const [shaping, subsetting] = await Promise.all([
    compile(import.meta.resolve('harfbuzzjs/dist/harfbuzz.wasm')),
    compile(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')),
  ]);
  return { shaping, subsetting };
}

const compile = async (url: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(fileURLToPath(url)));
