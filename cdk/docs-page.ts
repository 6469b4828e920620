import { build, type Metafile } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { manifestName, packedNames, type PageManifest } from '../lib/docs/page-files.ts';
import { projectRoot } from './project.ts';

const sources = join(projectRoot, 'functions', 'docs', 'console');

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

/**
 * Bundles the docs page for browsers into `folder`, packed, with the list that `PageFiles` reads. All names but the
 * page's own hold a hash.
 */
export async function bundleDocsPage(folder: string): Promise<void> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: ['main.ts', 'page.css', 'reference.css', 'icon.svg'].map((file) => join(sources, file)),
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    // The reference and the preview come when they are wanted.
    splitting: true,
    platform: 'browser',
    target: ['es2023', 'chrome125', 'firefox128', 'safari17.4'],
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    // The worker is whole as it comes, and started by its address.
    loader: { '.svg': 'copy', '.min.mjs': 'file' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  mkdirSync(folder, { recursive: true });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const licenses = licenseTexts();
  const licensesName = `licenses-${hashOf(licenses).slice(0, 8).toUpperCase()}.txt`;
  files.set(licensesName, Buffer.from(licenses));
  files.set('index.html', Buffer.from(pageText(metafile, { 'licenses.txt': licensesName })));
  const manifest = await Promise.all([...files].map(([name, bytes]) => pack(folder, name, bytes)));
  writeFileSync(join(folder, manifestName), JSON.stringify(Object.fromEntries(manifest)));
}

/** The terms of what the page holds of others, as these ask for. */
const licenseFiles = [
  'swagger-ui-dist/NOTICE',
  'swagger-ui-dist/LICENSE',
  'swagger-ui-dist/swagger-ui-es-bundle.js.LICENSE.txt',
  'pdfjs-dist/LICENSE',
];

const licenseTexts = (): string =>
  licenseFiles
    .map((file) => `${file}\n\n${readFileSync(join(projectRoot, 'node_modules', file), 'utf8')}`)
    .join('\n\n');

const hashOf = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** The page, its `{{main.ts}}` replaced by what became of that file. */
function pageText(metafile: Metafile, others: Record<string, string>): string {
  const outputOf = new Map([
    ...Object.entries(others),
    ...Object.entries(metafile.outputs).map(([path, { entryPoint }]): [string, string] => [
      basename(entryPoint ?? ''),
      basename(path),
    ]),
  ]);
  return readFileSync(join(sources, 'index.html'), 'utf8').replaceAll(
    /\{\{([^{}]+)\}\}/g,
    (_, source: string) => {
      const output = outputOf.get(source);
      if (output === undefined) throw new Error(`The docs page names ${source}, which is not bundled`);
      return output;
    },
  );
}

async function pack(
  folder: string,
  name: string,
  bytes: Uint8Array,
): Promise<[name: string, entry: PageManifest[string]]> {
  const contentType = contentTypes[name.split('.').at(-1) ?? ''];
  if (!contentType) throw new Error(`The docs page has a file of an unknown type: ${name}`);
  const names = packedNames(name);
  // One level more makes it 7 % smaller and takes ten times as long.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(folder, names.br), await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(join(folder, names.gzip), await promisify(gzip)(bytes, { level: 9 }));
  return [name, { contentType, hash: hashOf(bytes).slice(0, 32) }];
}
