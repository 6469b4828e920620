import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackBrowser } from '#lib/engines/html/chromium/packed-browser.ts';
import { packFrames } from '../../../../layers/pack-frames.ts';

/** More than two frames; the last one is partial. */
const browser = Buffer.alloc(7_000_001);
for (let index = 0; index < browser.length; index += 1) browser[index] = (index * 31) % 251;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-browser-'));
  for (const name of ['layer', 'work', 'work/own', 'work/other']) await mkdir(join(folder, name));
  const { packed, manifest } = await packFrames(browser);
  await writeFile(join(folder, 'layer/chromium.zst'), packed);
  await writeFile(join(folder, 'layer/manifest.json'), JSON.stringify(manifest));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const unpack = (own = 'own'): Promise<string> =>
  unpackBrowser(join(folder, 'layer'), join(folder, 'work'), join(folder, 'work', own));

describe('a packed browser', () => {
  it('equals its input and can be started', async () => {
    const program = await unpack();
    expect((await readFile(program)).equals(browser)).toBe(true);
    expect((await stat(program)).mode & 0o111).toBe(0o111);
    expect(await readdir(join(folder, 'work/own'))).toEqual([]);
  });

  it('is unpacked once', async () => {
    const program = await unpack();
    const { mtimeMs, ino } = await stat(program);
    expect(await unpack()).toBe(program);
    expect(await stat(program)).toMatchObject({ mtimeMs, ino });
  });

  it('is unpacked again when it is incomplete', async () => {
    const program = await unpack();
    await truncate(program, 1000);
    expect(await unpack('other')).toBe(program);
    expect((await readFile(program)).equals(browser)).toBe(true);
  });

  it('is complete when two processes unpack it at the same time', async () => {
    const [one, other] = await Promise.all([unpack('own'), unpack('other')]);
    expect(one).toBe(other);
    expect((await readFile(one)).equals(browser)).toBe(true);
  });

  it.each([
    ['cut off', (packed: Buffer) => packed.subarray(0, packed.length - 10)],
    ['changed', (packed: Buffer) => packed.fill(0x55, packed.length / 2, packed.length / 2 + 20)],
  ])('is rejected when the layer is %s, and leaves no file', async (_, change) => {
    const file = join(folder, 'layer/chromium.zst');
    await writeFile(file, change(await readFile(file)));
    await expect(unpack()).rejects.toThrow('Chromium cannot be unpacked');
    expect(await readdir(join(folder, 'work'))).toEqual(['other', 'own']);
  });

  it.each([
    ['no object', '7'],
    ['no hash', JSON.stringify({ size: 1, sha256: '', frameSize: 1, frames: [1] })],
    ['too few frames', JSON.stringify({ size: 9, sha256: 'a'.repeat(64), frameSize: 1, frames: [1] })],
  ])('is rejected when its manifest has %s', async (_, manifest) => {
    await writeFile(join(folder, 'layer/manifest.json'), manifest);
    await expect(unpack()).rejects.toThrow('does not describe a packed browser');
  });

  it('has a manifest with its hash', async () => {
    const { manifest } = await packFrames(browser);
    expect(manifest.sha256).toBe(createHash('sha256').update(browser).digest('hex'));
    expect(manifest.frames).toHaveLength(3);
  });
});
