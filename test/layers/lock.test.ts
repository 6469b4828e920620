import { describe, expect, it } from 'vitest';
import {
  findReplacements,
  formatLock,
  lockedPackages,
  parseLock,
  readLock,
  updateLockCommand,
  type PackageLock,
} from '../../layers/debian/lock.ts';
import { lockFile } from '../../layers/folders.ts';
import { debianLayers } from '../../layers/recipes.ts';

const one = { name: 'libone1', version: '1:1.0~rc1+dfsg-1', size: 10, sha256: 'a1'.repeat(32) };
const two = { name: 'two', version: '2', size: 20, sha256: 'b2'.repeat(32) };
const jar = { group: 'org.example', artifact: 'jar', version: '1.0', size: 30, sha256: 'd4'.repeat(32) };
const other = { ...jar, artifact: 'another' };
const lock: PackageLock = {
  suite: 'trixie',
  architecture: 'amd64',
  layers: { b: [two, one], a: [one] },
  jars: { a: [jar, other] },
};

describe('the package lock', () => {
  it('is parsed as it was written', () => {
    expect(parseLock(formatLock(lock))).toEqual({
      ...lock,
      layers: { a: [one], b: [one, two] },
      jars: { a: [other, jar] },
    });
  });

  it('has the same text whatever the order of its packages', () => {
    const sorted = { ...lock, layers: { a: [one], b: [one, two] }, jars: { a: [other, jar] } };
    expect(formatLock(sorted)).toBe(formatLock(lock));
  });

  it.each([
    ['an upper-case hash', { sha256: 'A1'.repeat(32) }],
    ['a name that would be an option', { name: '--force' }],
    ['a version with a space', { version: '1 2' }],
    ['no size', { size: 0 }],
    ['a field that is not known', { uri: 'https://mirror.example' }],
  ])('may not have %s', (_, change) => {
    const text = JSON.stringify({ ...lock, layers: { a: [{ ...one, ...change }] } });
    expect(() => parseLock(text)).toThrow();
  });

  it('may not list a package twice in a layer', () => {
    const text = JSON.stringify({ ...lock, layers: { a: [one, { ...one, version: '3' }] } });
    expect(() => parseLock(text)).toThrow('names libone1 twice');
  });

  it('of the project has packages for each layer that is built', async () => {
    const own = await readLock(lockFile);
    for (const layer of debianLayers) expect(lockedPackages(own, layer.name).length).toBeGreaterThan(0);
    expect(() => lockedPackages(own, 'absent')).toThrow(updateLockCommand);
    // Not only LibreOffice, but also the C library that makes it independent of the host's.
    const names = lockedPackages(own, 'libreoffice').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['libreoffice-core-nogui', 'libc6', 'libstdc++6']));
  });
});

describe('pins', () => {
  const newer = { ...one, version: '1:1.1-1', sha256: 'c3'.repeat(32) };

  it('that the mirror has are kept, whatever newer versions it has', () => {
    expect(findReplacements([one, two], [newer, two, one])).toEqual([]);
  });

  it('missing from the mirror are replaced by the first version that it lists', () => {
    const older = { ...one, version: '1:0.9-1', sha256: 'd4'.repeat(32) };
    expect(findReplacements([one, two], [two, newer, older])).toEqual([{ pinned: one, current: newer }]);
  });

  it('without any version on the mirror are listed with the command that updates the lock', () => {
    const find = (): unknown => findReplacements([one, two], [newer]);
    expect(find).toThrow('two 2: the mirrors have no version of it');
    expect(find).toThrow(updateLockCommand);
  });

  it('of the same version but another hash are listed with both', () => {
    const other = { ...one, sha256: 'c3'.repeat(32) };
    expect(() => findReplacements([one], [newer, other])).toThrow(
      `SHA-256 is ${other.sha256} on the mirror and ${one.sha256} in the lock`,
    );
  });
});
