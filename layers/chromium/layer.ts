import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { megabytes } from '../layer-build.ts';
import type { NpmLayer } from '../layer.ts';
import { packFrames } from '../pack-frames.ts';
import { readTar } from './tar.ts';

/** Where the layer's files are, below `/opt`. */
const root = 'chromium';

/** Upper limit for the unpacked size of any of the package's files, in bytes. */
const largestFile = 1024 ** 3;

async function unpackBrotli(file: string): Promise<Buffer> {
  return promisify(brotliDecompress)(await readFile(file), { maxOutputLength: largestFile });
}

/** Libraries that Chromium is linked with or opens by name, and that the function's platform does not provide. */
const libraries = ['libexpat.so.1', 'libnspr4.so', 'libnss3.so', 'libnssutil3.so', 'libsoftokn3.so'];

/**
 * Headless Chromium, from the binaries of @sparticuz/chromium. Two parts of that package are left out: the fonts, since
 * `layers/fonts` has better ones, and the software renderer for WebGL.
 */
export const chromiumLayer: NpmLayer = {
  name: 'chromium',
  from: 'npm',
  package: '@sparticuz/chromium',
  // The libraries are mapped, not executed; the browser is executed once it is unpacked.
  executables: new Set(),

  async assemble(packageFolder, tree, progress) {
    const browser = await unpackBrotli(join(packageFolder, 'bin/chromium.br'));
    progress(`chromium: ${megabytes(browser.length)}`);
    const { packed, manifest } = await packFrames(browser);
    await tree.write(`${root}/chromium.zst`, packed);
    await tree.write(`${root}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
    progress(`packed: ${megabytes(packed.length)}`);

    const files = readTar(await unpackBrotli(join(packageFolder, 'bin/al2023.tar.br')));
    const missing = libraries.filter((name) => !files.has(`lib/${name}`));
    if (missing.length > 0) throw new Error(`@sparticuz/chromium lacks ${missing.join(', ')}.`);
    for (const [path, content] of files) await tree.write(`${root}/${path}`, content);
    progress(`libraries: ${String(files.size)} files`);
    await tree.write(`${root}/LICENSE`, await readFile(join(packageFolder, 'LICENSE')));
  },
};
