import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeFile as write } from '../../src/cli/write-file.ts';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const bytes = (text: string) => [Buffer.from(text)];

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'write-file-'))));
afterEach(() => rm(folder, { recursive: true }));

it('creates a file and its folders', async () => {
  await write(at('a', 'b', 'new.pdf'), bytes('new'));
  expect(await readFile(at('a', 'b', 'new.pdf'), 'utf8')).toBe('new');
  expect(await readdir(at('a', 'b'))).toEqual(['new.pdf']);
});

it('keeps the mode of an existing file', async () => {
  await writeFile(at('secret.pdf'), 'old');
  await chmod(at('secret.pdf'), 0o600);
  await write(at('secret.pdf'), bytes('new'));
  expect((await stat(at('secret.pdf'))).mode & 0o777).toBe(0o600);
  expect(await readFile(at('secret.pdf'), 'utf8')).toBe('new');
});

it('writes through symbolic links, even if their target does not exist yet', async () => {
  await writeFile(at('old.pdf'), 'old');
  for (const target of ['old.pdf', 'missing.pdf']) {
    await symlink(target, at(`to-${target}`));
    await write(at(`to-${target}`), bytes('new'));
    expect(await readlink(at(`to-${target}`))).toBe(target);
    expect(await readFile(at(target), 'utf8')).toBe('new');
  }
});

it('overwrites a file in a folder where it cannot create another', async () => {
  await writeFile(at('old.pdf'), 'old');
  await chmod(folder, 0o555);
  await write(at('old.pdf'), bytes('new'));
  await chmod(folder, 0o755);
  expect(await readFile(at('old.pdf'), 'utf8')).toBe('new');
});

it('writes to a named pipe, and leaves it in place', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  const [text] = await Promise.all([readFile(at('pipe'), 'utf8'), write(at('pipe'), bytes('new'))]);
  expect(text).toBe('new');
  expect((await stat(at('pipe'))).isFIFO()).toBe(true);
});

it('writes to a device', async () => {
  await write('/dev/null', bytes('new'));
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
});

it('leaves other files alone, and writers of one path do not disturb each other', async () => {
  await writeFile(at('x.pdf.part'), 'mine');
  await Promise.all(['one', 'two', 'six'].map((text) => write(at('x.pdf'), bytes(text))));
  expect(['one', 'two', 'six']).toContain(await readFile(at('x.pdf'), 'utf8'));
  expect(await readFile(at('x.pdf.part'), 'utf8')).toBe('mine');
  expect((await readdir(folder)).toSorted()).toEqual(['x.pdf', 'x.pdf.part']);
});

it('keeps the old file if the bytes end with an error', async () => {
  await writeFile(at('x.pdf'), 'old');
  function* broken() {
    yield Buffer.from('ne');
    throw new Error('No more bytes');
  }
  await expect(write(at('x.pdf'), broken())).rejects.toThrow('No more bytes');
  expect(await readFile(at('x.pdf'), 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['x.pdf']);
});
