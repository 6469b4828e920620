import { readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

/** A regular file of an unpacked package. `path` is absolute, as after an installation: `/usr/lib/…`. */
export interface PackageFile {
  readonly path: string;
  readonly package: string;
  /** Path of its current location. */
  readonly file: string;
}

type Entry =
  { readonly kind: 'file'; readonly file: PackageFile } | { readonly kind: 'link'; readonly to: string };

/**
 * Unpacked packages as one file system, as if they were installed, with links resolved: every file is found under each
 * name that leads to it. Records which packages were used.
 */
export class PackageFiles {
  readonly #entries = new Map<string, Entry>();
  readonly #used = new Set<string>();

  /** Reads the output of {@link PackageArchive.unpack} in `folder`. */
  static async read(folder: string, packages: readonly string[]): Promise<PackageFiles> {
    const files = new PackageFiles();
    for (const name of packages) {
      const root = join(folder, name);
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        const real = join(entry.parentPath, entry.name);
        const path = `/${posix.relative(root, real)}`;
        if (entry.isFile())
          files.#entries.set(path, { kind: 'file', file: { path, package: name, file: real } });
        else if (entry.isSymbolicLink()) {
          files.#entries.set(path, { kind: 'link', to: posix.resolve(dirname(path), await readlink(real)) });
        }
      }
    }
    return files;
  }

  /** The file that a path leads to, through links to files and folders; undefined if there is none. */
  find(path: string, hops = 0): PackageFile | undefined {
    if (hops > 20) throw new Error(`The links from ${path} form a cycle.`);
    const entry = this.#entries.get(path);
    if (entry?.kind === 'file') return entry.file;
    if (entry?.kind === 'link') return this.find(entry.to, hops + 1);
    for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) {
      const link = this.#entries.get(folder);
      if (link?.kind === 'link') return this.find(link.to + path.slice(folder.length), hops + 1);
    }
    return undefined;
  }

  /** All paths below a folder that lead to a file, including links; sorted, relative to the folder. */
  below(folder: string): string[] {
    const prefix = `${folder}/`;
    return [...this.#entries.keys()]
      .filter((path) => path.startsWith(prefix) && this.find(path) !== undefined)
      .map((path) => path.slice(prefix.length))
      .sort();
  }

  /** Like {@link find}, but the file must exist, and its package counts as used. */
  use(path: string): PackageFile {
    const file = this.find(path);
    if (!file) throw new Error(`No package has ${path}.`);
    this.#used.add(file.package);
    return file;
  }

  readText(path: string): Promise<string> {
    return readFile(this.use(path).file, 'utf8');
  }

  /** Names of the packages whose files were used, sorted. */
  get usedPackages(): string[] {
    return [...this.#used].sort();
  }
}
