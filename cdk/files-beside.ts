import { build as bundle, type Metafile, type Plugin } from 'esbuild';
import { copyFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { standardFontNames } from '#lib/engines/pdf/conformance/fonts/standard-fonts.ts';

/** Modules that load files of packages at run time, and the files. */
const loadedFiles: Readonly<Record<string, readonly string[]>> = {
  'lib/engines/pdf/conformance/fonts/standard-fonts.ts': [...standardFontNames, 'all-encodings'].map(
    (name) => `@pdf-lib/standard-fonts/es/${name}.compressed.json`,
  ),
  'lib/engines/fonts/shaping/harfbuzz/programs.ts': [
    'harfbuzzjs/dist/harfbuzz.wasm',
    'harfbuzzjs/dist/harfbuzz-subset.wasm',
  ],
  'lib/engines/pdfium/program.ts': ['@embedpdf/pdfium/pdfium.wasm'],
  'lib/engines/pictures/jpeg/codec.ts': [
    '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
    '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  ],
  'lib/engines/pictures/jpx/decoder.ts': ['@cornerstonejs/codec-openjpeg/decodewasm'],
  'lib/engines/pictures/avif/decoder.ts': ['@jsquash/avif/codec/dec/avif_dec.wasm'],
  'lib/engines/pictures/webp/encoder.ts': ['@jsquash/webp/codec/enc/webp_enc_simd.wasm'],
  'lib/engines/pictures/webp/decoder.ts': ['@jsquash/webp/codec/dec/webp_dec.wasm'],
};

/** Modules that load other modules at run time. Each of these becomes a bundle of its own. */
const loadedModules: Readonly<Record<string, string>> = {
  'lib/engines/language/language-detector.ts': 'lib/engines/language/n-grams.ts',
};

/** In place of `import.meta.resolve`. */
const resolve = '__fileBeside';

/**
 * Puts files that modules load at run time beside the bundles of these modules, where `import.meta.resolve` finds them. In
 * the code of a bundle, each would be read and decoded at every cold start.
 */
export const filesBeside: Plugin = {
  name: 'files-beside',
  setup(build) {
    const { initialOptions } = build;
    const { define, banner, absWorkingDir = '.' } = initialOptions;
    initialOptions.metafile = true;
    initialOptions.define = { ...define, 'import.meta.resolve': resolve };
    const code = `const ${resolve} = (file) => new URL(file.slice(file.lastIndexOf('/') + 1).replace(/\\.ts$/, '.mjs'), import.meta.url).href;`;
    initialOptions.banner = { ...banner, js: `${banner?.['js'] ?? ''}\n${code}` };
    build.onEnd(async ({ metafile }) => {
      if (!metafile) return;
      copyFiles(metafile, absWorkingDir);
      await bundleModules(metafile, absWorkingDir);
    });
  },
};

function copyFiles({ outputs }: Metafile, folder: string): void {
  for (const [bundle, { inputs }] of Object.entries(outputs)) {
    for (const file of Object.keys(inputs).flatMap((module) => loadedFiles[module] ?? [])) {
      const target = join(folder, dirname(bundle), basename(file));
      copyFileSync(fileURLToPath(import.meta.resolve(file)), target);
    }
  }
}

async function bundleModules({ outputs }: Metafile, absWorkingDir: string): Promise<void> {
  for (const [program, { inputs }] of Object.entries(outputs)) {
    for (const module of Object.keys(inputs).flatMap((input) => loadedModules[input] ?? [])) {
      await bundle({
        absWorkingDir,
        entryPoints: [module],
        outfile: join(dirname(program), `${basename(module, '.ts')}.mjs`),
        bundle: true,
        platform: 'node',
        format: 'esm',
        minify: true,
      });
    }
  }
}
