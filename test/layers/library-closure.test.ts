import { describe, expect, it } from 'vitest';
import { libraryClosure, MissingLibraries } from '../../layers/debian/library-closure.ts';

/** Libraries by name, with what each needs. */
const closureOf = (
  start: Record<string, string[]>,
  libraries: Record<string, string[]>,
): Promise<Set<string>> =>
  libraryClosure(
    Object.entries(start).map(([name, needed]) => ({ name, needed })),
    (name) => {
      const needed = libraries[name];
      return Promise.resolve(needed && { name, needed });
    },
  );

describe('the libraries that programs need', () => {
  it('are found through other libraries', async () => {
    const found = await closureOf({ program: ['a'] }, { a: ['b'], b: ['c'], c: [], unused: [] });
    expect([...found].sort()).toEqual(['a', 'b', 'c']);
  });

  it('may need each other', async () => {
    const found = await closureOf({ program: ['a'] }, { a: ['b'], b: ['a'] });
    expect([...found].sort()).toEqual(['a', 'b']);
  });

  it('exclude those present from the start', async () => {
    const found = await closureOf({ program: ['own', 'a'], own: ['b'] }, { a: ['own'], b: [], own: ['c'] });
    expect([...found].sort()).toEqual(['a', 'b']);
  });

  it('are all listed if several are missing, each with all files that need it', async () => {
    const failure = closureOf({ one: ['x', 'a'], two: ['x'] }, { a: ['y'] });
    await expect(failure).rejects.toThrow(MissingLibraries);
    await expect(failure).rejects.toThrow(/x, needed by (one, two|two, one)\n {2}y, needed by a/);
  });
});
