import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/project.ts';
import { readExports } from '../../layers/debian/elf-symbols.ts';
import { isElf, readDynamicSection } from '../../layers/debian/elf.ts';
import type { PackedFrames } from '../../layers/pack-frames.ts';
import { outputFolder } from '../../layers/folders.ts';
import { listTree } from '../../layers/layer-tree.ts';
import { hollowLibraries } from '../../layers/libreoffice/contents.ts';
import type { PackedLibrary } from '../../layers/libreoffice/packing.ts';
import { checkUnzippedSize, unzippedLimit } from '../../layers/size-limit.ts';
import { leftOut } from '../support/requirements.ts';

const libreOffice = join(outputFolder, 'libreoffice/libreoffice');
const fonts = join(outputFolder, 'fonts/fonts');

describe.skipIf(leftOut('libreoffice'))('the built layers', () => {
  it("leave room for the function within Lambda's limit", async () => {
    const sums = await checkUnzippedSize();
    expect(sums.map(({ layers }) => layers.map(({ name }) => name))).toEqual([
      ['libreoffice', 'fonts'],
      ['chromium', 'fonts'],
      ['verapdf'],
    ]);
    for (const { total } of sums) {
      expect(total).toBeLessThanOrEqual(unzippedLimit);
      expect(total).toBeGreaterThan(unzippedLimit / 4);
    }
  });

  it('contain only files and folders, readable by everyone', async () => {
    for (const folder of [libreOffice, fonts]) {
      const files = await listTree(folder);
      expect(files.length).toBeGreaterThan(50);
      for (const { path } of files) expect((await stat(join(folder, path))).mode & 0o444, path).toBe(0o444);
    }
  });

  it('have every library that their files need, in one version only', async () => {
    const manifest = JSON.parse(
      await readFile(join(libreOffice, 'packed/manifest.json'), 'utf8'),
    ) as PackedLibrary[];
    const files = (await listTree(libreOffice)).map(({ path }) => path);
    const present = new Set([
      ...files
        .filter((path) => /^(program|lib)\/[^/]+$/.test(path))
        .map((path) => path.replace(/^\w+\//, '')),
      ...manifest.map(({ file }) => file),
    ]);
    const unmet: string[] = [];
    const check = (name: string, bytes: Buffer): void => {
      if (!isElf(bytes)) return;
      for (const needed of readDynamicSection(bytes).needed) {
        if (!present.has(needed)) unmet.push(`${name} needs ${needed}`);
      }
    };
    for (const path of files)
      if (/^(program|lib)\//.test(path)) check(path, await readFile(join(libreOffice, path)));
    for (const { file } of manifest) {
      check(file, zstdDecompressSync(await readFile(join(libreOffice, 'packed', `${file}.zst`))));
    }
    expect(unmet).toEqual([]);
    expect(present.size).toBeGreaterThan(100);
  });

  it('unpack to the content in the manifest', async () => {
    const manifest = JSON.parse(
      await readFile(join(libreOffice, 'packed/manifest.json'), 'utf8'),
    ) as PackedLibrary[];
    expect(manifest.map(({ target }) => target).sort()).toEqual(['lib', 'program', 'program', 'program']);
    for (const { file, target, size, sha256 } of manifest) {
      const bytes = zstdDecompressSync(await readFile(join(libreOffice, 'packed', `${file}.zst`)));
      expect(bytes.length, file).toBe(size);
      expect(createHash('sha256').update(bytes).digest('hex'), file).toBe(sha256);
      expect(existsSync(join(libreOffice, target, file)), `${file} is not there twice`).toBe(false);
    }
  });

  it('have every function that the engine calls by its name in C++', async () => {
    const sources = await listTree(join(projectRoot, 'lib/engines/office/libreoffice'));
    const named = new Set<string>();
    for (const { path } of sources) {
      const text = await readFile(join(projectRoot, 'lib/engines/office/libreoffice', path), 'utf8');
      for (const [name] of text.matchAll(/\b_ZN\w+/g)) named.add(name);
    }
    expect([...named].some((name) => name.includes('SetTempNameBaseDirectory'))).toBe(true);
    const library = zstdDecompressSync(await readFile(join(libreOffice, 'packed/libmergedlo.so.zst')));
    const exported = new Set(readExports(library).symbols.map(({ name }) => name));
    expect([...named].filter((name) => !exported.has(name))).toEqual([]);
  });

  it('cannot open any network address', async () => {
    const files = (await listTree(libreOffice)).map(({ path }) => path);
    expect(files.filter((path) => /libucp(dav|ftp|cmis)|lib(ssl|nghttp|neon|soup)/.test(path))).toEqual([]);
    for (const name of hollowLibraries) {
      expect(readDynamicSection(await readFile(join(libreOffice, 'lib', name))).needed, name).toEqual([]);
    }
  });

  it('are restricted by settings that no document can change', async () => {
    const clamp = await readFile(join(libreOffice, 'share/registry/zz-service.xcd'), 'utf8');
    for (const [name, value] of [
      ['DisableMacrosExecution', 'true'],
      ['MacroSecurityLevel', '3'],
      ['BlockUntrustedRefererLinks', 'true'],
      ['UseLocking', 'false'],
    ] as const) {
      expect(clamp).toContain(`<prop oor:name="${name}" oor:finalized="true"><value>${value}</value></prop>`);
    }
    // It would remove the charts from every document.
    expect(clamp).not.toContain('oor:name="DisableActiveContent"');
  });

  it('start at any path: no start-up file names a folder', async () => {
    const files = (await listTree(join(libreOffice, 'program'))).filter(({ path }) => path.endsWith('rc'));
    expect(files.map(({ path }) => path)).toContain('fundamentalrc');
    for (const { path } of files) {
      const text = await readFile(join(libreOffice, 'program', path), 'utf8');
      expect(text.replace(/^URE_MORE_JAVA_CLASSPATH_URLS=.*$/m, ''), path).not.toMatch(
        /file:\/\/\/|=\/|\/opt\//,
      );
    }
    const configuration = await readFile(join(fonts, 'fonts.conf'), 'utf8');
    expect(configuration.match(/<dir[^>]*>[^<]*/g)).toEqual(['<dir prefix="relative">.']);
  });

  it('have the licence of every package', async () => {
    for (const folder of [libreOffice, fonts]) {
      const index = await readFile(join(folder, 'licenses/INDEX.txt'), 'utf8');
      for (const [, file = ''] of index.matchAll(/^(\S+\.gz): /gm)) {
        expect(existsSync(join(folder, 'licenses', file)), file).toBe(true);
      }
      const own = folder === fonts ? ['fonts-noto-cjk'] : ['libreoffice-core-nogui', 'libc6', 'libstdc++6'];
      for (const name of own) expect(index.split(/[\s,:]+/)).toContain(name);
    }
  });

  it.each([
    'liberation/LiberationSans-Regular.ttf',
    'liberation/LiberationSansNarrow-Bold.ttf',
    'crosextra/Carlito-BoldItalic.ttf',
    'crosextra/Caladea-Regular.ttf',
    'dejavu/DejaVuSans.ttf',
    'texgyre/texgyrepagella-bold.otf',
    'roboto/Roboto-Regular.ttf',
    'open-sans/OpenSans-CondBold.ttf',
    'ebgaramond/EBGaramond12-Bold.otf',
    'anonymous-pro/Anonymous Pro.ttf',
    'opensymbol/opens___.ttf',
    'noto/NotoSansCJK-Regular.ttc',
    'noto/NotoColorEmoji.ttf',
    ...['Arabic', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Thai'].map(
      (name) => `noto/NotoSans${name}-Bold.ttf`,
    ),
  ])('have the font %s', (path) => {
    expect(existsSync(join(fonts, path))).toBe(true);
  });
});

const chromium = join(outputFolder, 'chromium/chromium');

describe.skipIf(leftOut('chromium'))('the built layer of Chromium', () => {
  const readManifest = async (): Promise<PackedFrames> =>
    JSON.parse(await readFile(join(chromium, 'manifest.json'), 'utf8')) as PackedFrames;

  it('unpacks with any zstd to the content in the manifest', async () => {
    const { size, sha256, frames } = await readManifest();
    const packed = await readFile(join(chromium, 'chromium.zst'));
    expect(frames.reduce((sum, length) => sum + length, 0)).toBe(packed.length);
    const browser = zstdDecompressSync(packed);
    expect(browser.length).toBe(size);
    expect(createHash('sha256').update(browser).digest('hex')).toBe(sha256);
  });

  it("has every library that it needs and Lambda's platform lacks", async () => {
    // Of glibc and libgcc. NSS uses SQLite for certificate databases, of which there are none, and Chromium runs
    // without it.
    const platform = /^(ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libgcc_s|libsqlite3)\.so\.\d$/;
    const libraries = (await listTree(join(chromium, 'lib'))).map(({ path }) => path);
    const files = [
      zstdDecompressSync(await readFile(join(chromium, 'chromium.zst'))),
      ...(await Promise.all(libraries.map((path) => readFile(join(chromium, 'lib', path))))),
    ];
    const needed = new Set(files.filter(isElf).flatMap((file) => readDynamicSection(file).needed));
    expect(needed).toContain('libnss3.so');
    expect([...needed].filter((name) => !platform.test(name) && !libraries.includes(name))).toEqual([]);
  });

  it('names no folder of this machine, and has its licence', async () => {
    expect((await listTree(chromium)).map(({ path }) => path.replace(/^lib\/.*/, 'lib/'))).toEqual(
      expect.arrayContaining(['LICENSE', 'chromium.zst', 'lib/', 'manifest.json']),
    );
    expect(await readFile(join(chromium, 'LICENSE'), 'utf8')).toContain('Permission is hereby granted');
  });
});
