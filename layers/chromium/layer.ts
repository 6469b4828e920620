import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { megabytes } from '../layer-build.ts';
import type { NpmLayer } from '../layer.ts';
import { packBrowser } from './packing.ts';
import { readTar } from './tar.ts';

/** Where the layer's files are, below `/opt`. */
const root = 'chromium';

/** More than any of the package's files unpacks to, in bytes. */
const largestFile = 1024 ** 3;

async function unpackBrotli(file: string): Promise<Buffer> {
  return promisify(brotliDecompress)(await readFile(file), { maxOutputLength: largestFile });
}

/** Libraries that Chromium needs, or opens by name, beyond those of the function's platform. */
const libraries = ['libexpat.so.1', 'libnspr4.so', 'libnss3.so', 'libnssutil3.so', 'libsoftokn3.so'];

/**
 * Chromium without a screen, from the binaries of @sparticuz/chromium. Of what that package has beside it, the fonts
 * are left out, since `layers/fonts` has better ones, and so is the software renderer for WebGL.
 */
export const chromiumLayer: NpmLayer = {
  name: 'chromium',
  from: 'npm',
  package: '@sparticuz/chromium',
  // The libraries are mapped, not started; the browser is started once it is unpacked.
  executables: new Set(),

  async assemble(packageFolder, tree, progress) {
    const browser = await unpackBrotli(join(packageFolder, 'bin/chromium.br'));
    progress(`chromium: ${megabytes(browser.length)}`);
    const { packed, manifest } = await packBrowser(browser);
    await tree.write(`${root}/chromium.zst`, packed);
    await tree.write(`${root}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
    progress(`packed: ${megabytes(packed.length)}`);

    const files = readTar(await unpackBrotli(join(packageFolder, 'bin/al2023.tar.br')));
    const missing = libraries.filter((name) => !files.has(`lib/${name}`));
    if (missing.length > 0) throw new Error(`@sparticuz/chromium came without ${missing.join(', ')}.`);
    for (const [path, content] of files) await tree.write(`${root}/${path}`, content);
    progress(`libraries: ${String(files.size)} files`);
    await tree.write(`${root}/LICENSE`, await readFile(join(packageFolder, 'LICENSE')));
  },
};
