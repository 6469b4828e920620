import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { manifestName, packedNames, type PageManifest } from '#lib/docs/page-files.ts';

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
};

export const hashOf = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

/**
 * Writes files into `folder` in each content encoding, with the manifest that `PageFiles` reads.
 *
 * @param files content by name. Names can contain folders
 */
export async function packFiles(
  folder: string,
  files: ReadonlyMap<string, Uint8Array | string>,
): Promise<void> {
  const entries = await Promise.all(
    [...files].map(async ([name, content]) => [name, await pack(folder, name, content)] as const),
  );
  const manifest: PageManifest = Object.fromEntries(entries);
  writeFileSync(join(folder, manifestName), JSON.stringify(manifest));
}

async function pack(
  folder: string,
  name: string,
  content: Uint8Array | string,
): Promise<PageManifest[string]> {
  const contentType = contentTypes[name.split('.').at(-1) ?? ''];
  if (!contentType) throw new Error(`The docs page has a file of an unknown type: ${name}`);
  const bytes = Buffer.from(content);
  const names = packedNames(name);
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  // The next level makes files 7 % smaller and takes ten times as long.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(folder, names.br), await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(join(folder, names.gzip), await promisify(gzip)(bytes, { level: 9 }));
  return { contentType, hash: hashOf(bytes).slice(0, 32) };
}
