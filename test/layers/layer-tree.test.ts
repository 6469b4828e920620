import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PackageFiles } from '../../layers/debian/package-files.ts';
import { PackageTree } from '../../layers/debian/package-tree.ts';
import { hashTree, listTree, normaliseTree, replaceFolder } from '../../layers/layer-tree.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layer-tree-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes files below the test's folder; a text that starts with "->" creates a link. */
async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path);
    await mkdir(join(place, '..'), { recursive: true });
    if (text.startsWith('->')) await symlink(text.slice(2), place);
    else await writeFile(place, text);
  }
}

describe('a layer', () => {
  it('built at another time with another umask is equal', async () => {
    for (const name of ['one', 'two']) await write({ [`${name}/bin/run`]: 'x', [`${name}/data`]: 'y' });
    await chmod(join(folder, 'two/data'), 0o600);
    await utimes(join(folder, 'two/bin'), 1, 1);
    for (const name of ['one', 'two']) await normaliseTree(join(folder, name), new Set(['bin/run']));
    expect(await hashTree(join(folder, 'two'))).toBe(await hashTree(join(folder, 'one')));
    expect((await stat(join(folder, 'two/bin/run'))).mode & 0o777).toBe(0o755);
    expect((await stat(join(folder, 'two/data'))).mode & 0o777).toBe(0o644);
    expect((await stat(join(folder, 'two/bin'))).mtime.toISOString()).toBe('1980-01-01T00:00:00.000Z');
  });

  it('differs if a name, a mode or a byte differs', async () => {
    await write({ 'a/f': 'x', 'b/g': 'x', 'c/f': 'y', 'd/f': 'x' });
    await chmod(join(folder, 'd/f'), 0o755);
    const hashes = await Promise.all(['a', 'b', 'c', 'd'].map((name) => hashTree(join(folder, name))));
    expect(new Set(hashes).size).toBe(4);
  });

  it('may not contain links', async () => {
    await write({ 'a/f': 'x', 'a/link': '->f' });
    await expect(listTree(join(folder, 'a'))).rejects.toThrow('neither a file nor a folder');
  });

  it('replaces the previous one as a whole', async () => {
    await write({ 'new/f': '2', 'place/f': '1', 'place/old': '1' });
    await replaceFolder(join(folder, 'new'), join(folder, 'place'));
    expect(await listTree(folder)).toEqual([{ path: 'place/f', size: 1 }]);
  });
});

describe('unpacked packages', () => {
  const packages = {
    'p/one/usr/lib/liba.so.1': '->liba.so.1.2',
    'p/one/usr/lib/liba.so.1.2': 'library',
    'p/one/usr/share/doc/one/copyright': 'licence of both',
    'p/two/usr/share/doc/two': '->one',
    'p/two/usr/share/things/b': 'thing b',
    'p/two/opt/things': '->/usr/share/things',
    'p/two/opt/nowhere': '->/etc/alternatives/nothing',
  };

  it('are one file system, in which links lead from package to package', async () => {
    await write(packages);
    const files = await PackageFiles.read(join(folder, 'p'), ['one', 'two']);
    expect(files.find('/usr/lib/liba.so.1')?.path).toBe('/usr/lib/liba.so.1.2');
    expect(files.find('/opt/things/b')).toMatchObject({ path: '/usr/share/things/b', package: 'two' });
    expect(files.find('/usr/share/doc/two/copyright')?.package).toBe('one');
    expect(files.find('/opt/nowhere')).toBeUndefined();
    expect(files.below('/usr/lib')).toEqual(['liba.so.1', 'liba.so.1.2']);
    expect(files.below('/opt')).toEqual([]);
  });

  it('never lead to a file of this machine', async () => {
    await write({ 'p/one/usr/passwd': '->/etc/passwd' });
    const files = await PackageFiles.read(join(folder, 'p'), ['one']);
    expect(files.find('/usr/passwd')).toBeUndefined();
    expect(() => files.use('/usr/passwd')).toThrow('No package has /usr/passwd');
  });

  it('with cyclic links are rejected', async () => {
    await write({ 'p/one/a': '->b', 'p/one/b': '->a' });
    const files = await PackageFiles.read(join(folder, 'p'), ['one']);
    expect(() => files.find('/a')).toThrow('cycle');
  });

  it('store their licences in the layer, each text once', async () => {
    await write(packages);
    const files = await PackageFiles.read(join(folder, 'p'), ['one', 'two']);
    const tree = new PackageTree(join(folder, 'layer'), files);
    await tree.copy('/usr/lib/liba.so.1', 'lib/liba.so.1');
    await tree.copy('/opt/things/b', 'b');
    expect(files.usedPackages).toEqual(['one', 'two']);
    await tree.copyLicenses('licenses');
    expect(await readFile(join(folder, 'layer/licenses/INDEX.txt'), 'utf8')).toBe('one.gz: one, two\n');
    expect(gunzipSync(await readFile(join(folder, 'layer/licenses/one.gz'))).toString()).toBe(
      'licence of both',
    );
  });

  it('without a licence are rejected', async () => {
    await write({ 'p/one/a': 'x' });
    const files = await PackageFiles.read(join(folder, 'p'), ['one']);
    const tree = new PackageTree(join(folder, 'layer'), files);
    await tree.copy('/a', 'a');
    await expect(tree.copyLicenses('licenses')).rejects.toThrow('/usr/share/doc/one/copyright');
  });
});
