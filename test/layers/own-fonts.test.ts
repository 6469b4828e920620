import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fontsConf } from '../../layers/fonts/fonts-conf.ts';
import { makeInventory } from '../../layers/fonts/inventory.ts';
import { ownFontsKey, readOwnFonts, replaceOwnFonts } from '../../layers/fonts/own-fonts.ts';
import { makeFont } from '../support/font.ts';
import { sampleFont, sampleWoff2 } from '../support/font-tables.ts';

describe("an operator's own fonts", () => {
  let folder: string;
  let source: string;
  let stored: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-fonts-'));
    [source, stored] = [join(folder, 'source'), join(folder, 'stored')];
    await mkdir(source);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are stored unpacked, sorted by name, and replaced by the next', async () => {
    await writeFile(join(source, 'b.woff2'), sampleWoff2());
    await writeFile(join(source, 'a.ttf'), makeFont('House Sans'));
    await writeFile(join(source, 'LICENSE.txt'), 'a license');
    const fonts = await replaceOwnFonts(source, stored);
    expect(fonts.map(({ fileName, face }) => [fileName, face.families])).toEqual([
      ['a.ttf', ['House Sans']],
      ['b.ttf', ['Sample Sans']],
    ]);
    expect(await readOwnFonts(stored)).toEqual(fonts);
    expect((await readFile(join(stored, 'b.ttf'))).length).toBe(sampleFont().length);
    await rm(join(source, 'a.ttf'));
    const fewer = await replaceOwnFonts(source, stored);
    expect(await readdir(stored)).toEqual(['b.ttf']);
    expect(ownFontsKey(fewer)).not.toBe(ownFontsKey(fonts));
    await rm(join(source, 'b.woff2'));
    expect(await replaceOwnFonts(source, stored)).toEqual([]);
  });

  it('are none without a folder', async () => {
    expect(await readOwnFonts(stored)).toEqual([]);
    await expect(replaceOwnFonts(join(folder, 'absent'), stored)).rejects.toThrow('ENOENT');
  });

  it('stay as they are if one is not valid', async () => {
    await writeFile(join(source, 'a.ttf'), sampleFont());
    await replaceOwnFonts(source, stored);
    await writeFile(join(source, 'broken.otf'), sampleFont().subarray(0, 9000));
    await expect(replaceOwnFonts(source, stored)).rejects.toThrow('broken.otf is a damaged font');
    expect(await readdir(stored)).toEqual(['a.ttf']);
  });

  it('need different names', async () => {
    await writeFile(join(source, 'a.ttf'), sampleFont());
    await writeFile(join(source, 'a.woff2'), sampleWoff2());
    await expect(replaceOwnFonts(source, stored)).rejects.toThrow('would both be a.ttf');
  });

  it('need no substitute', () => {
    const face = { families: ['calibri'], postScriptName: 'Calibri', characters: [] };
    expect(makeInventory([face]).substitutes).not.toHaveProperty('Calibri');
    const template = 'FONTS_VERSION <!-- SUBSTITUTES -->';
    expect(fontsConf(template, 'v1', ['calibri'])).not.toContain('<string>Calibri</string>');
    expect(fontsConf(template, 'v1', ['calibri'])).toContain('<string>Cambria</string>');
  });
});
