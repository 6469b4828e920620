import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { layOutLayers } from '../../src/lambda/layers.ts';
import { LocalFunction } from '../../src/lambda/function.ts';
import { functionConfig } from './fixtures/function-config.ts';
import { resultOf } from './fixtures/start-function.ts';

let directory: string;
let opt: string;

beforeEach(async () => {
  // Without links, as a process sees its own folder.
  directory = await realpath(await mkdtemp(join(tmpdir(), 'layers-')));
  opt = join(directory, 'state', 'opt');
  onTestFinished(() => rm(directory, { recursive: true }));
});

/** Writes a layer; each file's content is the layer's name. */
async function layer(name: string, ...files: string[]): Promise<string> {
  for (const file of files) {
    await mkdir(dirname(join(directory, name, file)), { recursive: true });
    await writeFile(join(directory, name, file), name);
  }
  return join(directory, name);
}

/** Where each file below a folder comes from. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (!(entry.isDirectory() || (await readdir(path).catch(() => undefined)))) {
      return [[entry.name, await readFile(path, 'utf8')]] as const;
    }
    return Object.entries(await contents(path)).map(
      ([name, text]) => [`${entry.name}/${name}`, text] as const,
    );
  });
  return Object.fromEntries((await Promise.all(lists)).flat());
}

describe('layers', () => {
  it('lie over each other: directories are merged, of files the last one counts', async () => {
    const layers = [
      await layer('office', 'bin/soffice', 'bin/tool', 'share/a/1', 'readme'),
      await layer('fonts', 'fonts/x.ttf', 'share/a/2', 'share/b/3'),
      await layer('tools', 'bin/tool', 'readme'),
    ];
    expect(layOutLayers(layers, opt)).toBe(opt);
    expect(await contents(opt)).toEqual({
      'bin/soffice': 'office',
      'bin/tool': 'tools',
      'fonts/x.ttf': 'fonts',
      readme: 'tools',
      'share/a/1': 'office',
      'share/a/2': 'fonts',
      'share/b/3': 'fonts',
    });
  });

  it('are linked whole where no other has the same', async () => {
    layOutLayers([await layer('a', 'shared/a', 'own/deep/file'), await layer('b', 'shared/b')], opt);
    expect(await realpath(join(opt, 'own'))).toBe(join(directory, 'a', 'own'));
    expect(await realpath(join(opt, 'shared'))).toBe(join(opt, 'shared'));
  });

  it('hide a file by a directory and a directory by a file', async () => {
    layOutLayers([await layer('a', 'x', 'y/1'), await layer('b', 'x/1', 'y')], opt);
    expect(await contents(opt)).toEqual({ 'x/1': 'b', y: 'b' });
  });

  it('are laid out anew each time, which leaves their own files alone', async () => {
    const first = await layer('first', 'bin/a', 'lib/a');
    const second = await layer('second', 'bin/b');
    layOutLayers([first, second], opt);
    layOutLayers([second], opt);
    expect(await contents(opt)).toEqual({ 'bin/b': 'second' });
    expect(layOutLayers([], opt)).toBeUndefined();
    expect(await readdir(dirname(opt))).toEqual([]);
    expect(await contents(first)).toEqual({ 'bin/a': 'first', 'lib/a': 'first' });
  });

  it('that are missing are named', () => {
    expect(() => layOutLayers([join(directory, 'gone')], opt)).toThrow(
      `${directory}/gone is not a directory`,
    );
  });
});

describe('a function with layers', () => {
  /** Invokes a function and returns its environment variables. */
  async function variables(layers: string[], environment: Record<string, string>) {
    const config = functionConfig({ handler: 'index.environment', environment, layerDirectories: layers });
    const local = new LocalFunction(config, {
      stateDirectory: join(directory, 'state'),
      log: () => undefined,
    });
    onTestFinished(() => local.stop());
    const result = resultOf(await local.invoke('{}')) as { variables: Record<string, string> };
    return result.variables;
  }

  it('finds them where its variables name /opt', async () => {
    const found = await variables([await layer('a', 'fonts/fonts.conf')], {
      FONTCONFIG_FILE: '/opt/fonts/fonts.conf',
      ROOT: '/opt',
      SEARCH: '/var/x:/opt/a:/opt:/opt/b',
      ELSEWHERE: '/optional/x',
      WITHIN: '/srv/opt/x',
      ADDRESS: 'https://example.com/opt/x',
    });
    expect(found).toMatchObject({
      FONTCONFIG_FILE: `${opt}/fonts/fonts.conf`,
      ROOT: opt,
      SEARCH: `/var/x:${opt}/a:${opt}:${opt}/b`,
      ELSEWHERE: '/optional/x',
      WITHIN: '/srv/opt/x',
      ADDRESS: 'https://example.com/opt/x',
    });
    expect(await readFile(found['FONTCONFIG_FILE'] ?? '', 'utf8')).toBe('a');
    expect(found['PATH']).toBe(process.env['PATH']);
    expect(found).not.toHaveProperty('LD_LIBRARY_PATH');
    expect(found).not.toHaveProperty('NODE_PATH');
  });

  it("finds programs, libraries and packages by Lambda's search paths", async () => {
    const layers = [await layer('a', 'bin/tool', 'lib/x.so', 'nodejs/node_modules/x/index.js')];
    expect(await variables(layers, { LD_LIBRARY_PATH: '/opt/mine' })).toMatchObject({
      PATH: `${process.env['PATH'] ?? ''}:${opt}/bin`,
      LD_LIBRARY_PATH: `${opt}/mine`,
      NODE_PATH: `${opt}/nodejs/node_modules`,
    });
    expect(await variables(layers, {})).toMatchObject({ LD_LIBRARY_PATH: `${opt}/lib` });
  });

  it('has no folder for them without layers, and its variables stay as they are', async () => {
    expect(await variables([], { ROOT: '/opt/x' })).toMatchObject({ ROOT: '/opt/x' });
    expect(await readdir(join(directory, 'state'))).not.toContain('opt');
  });
});
