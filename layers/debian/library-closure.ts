/** A file that the loader would load: its name in the needs of others, and its own needs. */
export interface Loadable {
  readonly name: string;
  readonly needed: readonly string[];
}

/** Required libraries that no package contains: name → files that need it. */
export class MissingLibraries extends Error {
  constructor(missing: ReadonlyMap<string, readonly string[]>) {
    const lines = [...missing].map(([name, users]) => `  ${name}, needed by ${users.join(', ')}`);
    super(`Libraries that no package provides:\n${lines.sort().join('\n')}`);
  }
}

/**
 * The names of all libraries, except those in `start`, that `start` needs directly or indirectly.
 *
 * @param find returns a library by name, or undefined if no package contains it
 * @throws MissingLibraries when `find` does not return every library; it lists all of them
 */
export async function libraryClosure(
  start: readonly Loadable[],
  find: (name: string) => Promise<Loadable | undefined>,
): Promise<Set<string>> {
  const present = new Set(start.map(({ name }) => name));
  const found = new Set<string>();
  const missing = new Map<string, string[]>();
  const queue = [...start];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const name of file.needed) {
      if (present.has(name) || found.has(name)) continue;
      const users = missing.get(name);
      if (users) {
        users.push(file.name);
        continue;
      }
      const library = await find(name);
      if (library) {
        found.add(name);
        queue.push({ name, needed: library.needed });
      } else missing.set(name, [file.name]);
    }
  }
  if (missing.size > 0) throw new MissingLibraries(missing);
  return found;
}
