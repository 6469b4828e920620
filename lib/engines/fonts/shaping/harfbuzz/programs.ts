import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** HarfBuzz as WebAssembly: the programs of the package, without its JavaScript, which loads them at import. */
export interface HarfBuzz {
  /** Shapes text. */
  shaping: WebAssembly.Module;
  /** Makes subsets of fonts. */
  subsetting: WebAssembly.Module;
}

/** Compiles the programs. A bundle has their files beside it. */
export const compileHarfBuzz = (): HarfBuzz => ({
  shaping: compile(import.meta.resolve('harfbuzzjs/dist/harfbuzz.wasm')),
  subsetting: compile(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')),
});

const compile = (url: string): WebAssembly.Module => new WebAssembly.Module(readFileSync(fileURLToPath(url)));
