import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTar } from '../../layers/chromium/tar.ts';
import { installedPackage } from '../../layers/npm/installed-package.ts';

describe('an installed package', () => {
  let project: string;
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'project-'));
    await mkdir(join(project, 'node_modules'));
  });
  afterEach(() => rm(project, { recursive: true, force: true }));

  const place = 'node_modules/@scope/name';
  const lock = (integrity?: string): string =>
    JSON.stringify({ packages: { '': { name: 'project' }, [place]: { version: '1.2.3', integrity } } });
  const write = async (pinned: string, installed: string): Promise<void> => {
    await writeFile(join(project, 'package-lock.json'), pinned);
    await writeFile(join(project, 'node_modules/.package-lock.json'), installed);
  };

  it('is the one that the lock pins', async () => {
    await write(lock('sha512-a'), lock('sha512-a'));
    expect(await installedPackage('@scope/name', project)).toEqual({
      folder: join(project, place),
      version: '1.2.3',
      integrity: 'sha512-a',
    });
  });

  it('is rejected if it differs from the pinned one, or is not pinned', async () => {
    await write(lock('sha512-a'), lock('sha512-b'));
    await expect(installedPackage('@scope/name', project)).rejects.toThrow('is not installed as');
    await write(lock(), lock());
    await expect(installedPackage('@scope/name', project)).rejects.toThrow('does not pin @scope/name');
  });

  it('is rejected if it is not installed', async () => {
    await writeFile(join(project, 'package-lock.json'), lock('sha512-a'));
    await expect(installedPackage('@scope/name', project)).rejects.toThrow('npm ci');
  });
});

describe('a tar archive', () => {
  const entry = (path: string, content: string, type = '0', prefix = ''): Buffer => {
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    header.write(type, 156);
    header.write('ustar', 257);
    header.write(prefix, 345);
    return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]);
  };
  const end = Buffer.alloc(1024);

  it('has its files under their paths', () => {
    const files = readTar(
      Buffer.concat([
        entry('lib', '', '5'),
        entry('lib/a', 'one'),
        entry('b', 'x'.repeat(600), '0', 'far/away'),
        end,
      ]),
    );
    expect([...files].map(([path, content]) => [path, content.length])).toEqual([
      ['lib/a', 3],
      ['far/away/b', 600],
    ]);
  });

  it.each([
    ['a link', entry('a', '', '2')],
    ['a path that leads out', entry('../a', 'x')],
    ['a path from the root', entry('/etc/a', 'x')],
    ['no size', entry('a', '').fill('x', 124, 135)],
  ])('with %s is rejected', (_, archive) => {
    expect(() => readTar(Buffer.concat([archive, end]))).toThrow('is not a file or folder in it');
  });
});
