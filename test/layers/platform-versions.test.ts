import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isElf } from '../../layers/debian/elf.ts';
import { outputFolder } from '../../layers/folders.ts';
import { listTree } from '../../layers/layer-tree.ts';
import { leftOut } from '../support/requirements.ts';
import { definedVersions, requiredVersions } from './symbol-versions.ts';

/**
 * The libraries of Lambda's Node.js 24 platform, Amazon Linux 2023: glibc 2.34 and the libraries of GCC 11. Source:
 * AWS, "Amazon Linux 2023, Comparing AL2 and AL2023"; GCC, "ABI Policy and Guidelines".
 */
const platform: Readonly<Record<string, string>> = {
  GLIBC: '2.34',
  GLIBCXX: '3.4.29',
  CXXABI: '1.3.13',
  GCC: '7.0.0',
};

const newer = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0;

/** The versions that a file requires and the platform lacks. Versions of other libraries do not count. */
const missingVersions = (bytes: Buffer): string[] =>
  requiredVersions(bytes).flatMap(({ library, version }) => {
    const [, name = '', number = ''] = /^([A-Z]+)_([\d.]+)$/.exec(version) ?? [];
    const limit = platform[name];
    return limit !== undefined && newer(number, limit) ? [`${version} of ${library}`] : [];
  });

describe('symbol versions', () => {
  it.skipIf(leftOut('x86-64'))('that Node.js requires are read with their libraries', async () => {
    const required = requiredVersions(await readFile(process.execPath));
    const ofLibc = required.filter(({ library }) => library === 'libc.so.6').map(({ version }) => version);
    // The first version of the C library on x86_64.
    expect(ofLibc).toContain('GLIBC_2.2.5');
    expect(ofLibc.filter((version) => !/^GLIBC_2\.[\d.]+$/.test(version))).toEqual([]);
  });

  it('are compared by number', () => {
    expect(newer('2.34', '2.34')).toBe(false);
    expect(newer('2.4', '2.34')).toBe(false);
    expect(newer('2.2.5', '2.34')).toBe(false);
    expect(newer('2.35', '2.34')).toBe(true);
    expect(newer('3.4.30', '3.4.29')).toBe(true);
  });
});

describe("files loaded with Lambda's C library require only versions that it has", () => {
  it('koffi, in the worker', async () => {
    const file = join(import.meta.dirname, '../../node_modules/koffi/build/koffi/linux_x64/koffi.node');
    const bytes = await readFile(file);
    expect(requiredVersions(bytes).length).toBeGreaterThan(0);
    expect(missingVersions(bytes)).toEqual([]);
  });

  const chromium = join(outputFolder, 'chromium/chromium');

  it.skipIf(leftOut('chromium'))('Chromium and its libraries', async () => {
    const libraries = (await listTree(join(chromium, 'lib'))).map(({ path }) => join(chromium, 'lib', path));
    const files: [string, Buffer][] = [
      ['chromium', zstdDecompressSync(await readFile(join(chromium, 'chromium.zst')))],
      ...(await Promise.all(
        libraries.map(async (path): Promise<[string, Buffer]> => [path, await readFile(path)]),
      )),
    ];
    const programs = files.filter(([, bytes]) => isElf(bytes));
    expect(programs.length).toBeGreaterThan(5);
    const missing = programs.flatMap(([name, bytes]) =>
      missingVersions(bytes).map((each) => `${name}: ${each}`),
    );
    expect(missing).toEqual([]);
  });
});

const libreOffice = join(outputFolder, 'libreoffice/libreoffice/lib');

/** Lambda's Node.js also runs LibreOffice, there with the layer's C library. */
describe.skipIf(leftOut('libreoffice'))(
  "the LibreOffice layer has the versions that Lambda's Node.js may require",
  () => {
    it.each([
      ['libc.so.6', ['GLIBC']],
      ['libstdc++.so.6', ['GLIBCXX', 'CXXABI']],
      ['libgcc_s.so.1', ['GCC']],
    ])('%s', async (library, names) => {
      const versions = definedVersions(await readFile(join(libreOffice, library)));
      for (const name of names) expect(versions).toContain(`${name}_${platform[name] ?? ''}`);
    });
  },
);
