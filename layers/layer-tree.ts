import { createHash } from 'node:crypto';
import { chmod, lutimes, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * The modification time of every file of a layer, so that builds at different times are equal: 1 January 1980 in UTC,
 * the earliest time in the ZIP format.
 */
const fileTime = new Date('1980-01-01T00:00:00Z');

/** Writes the files of one layer. Paths are relative to the later `/opt`. */
export class LayerTree {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(layerPath: string, content: string | Uint8Array): Promise<void> {
    await writeFile(await this.place(layerPath), content);
  }

  /** The path for a file of the layer; creates its folder. */
  protected async place(layerPath: string): Promise<string> {
    const target = join(this.#folder, layerPath);
    await mkdir(dirname(target), { recursive: true });
    return target;
  }
}

/** A file of a finished tree; `path` is relative to it, `size` in bytes. */
export interface TreeFile {
  readonly path: string;
  readonly size: number;
}

/**
 * All files of a tree, sorted by path.
 *
 * @throws Error when the tree has anything but files and folders: a layer contains no links
 */
export async function listTree(folder: string): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.push({ path: relative(folder, path), size: (await stat(path)).size });
    else if (!entry.isDirectory()) throw new Error(`${path} is neither a file nor a folder.`);
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Unzipped size in bytes, as Lambda counts it. */
export const treeSize = (files: readonly TreeFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** Sets the same modes and times on all files and folders, independent of the umask and date of the build. */
export async function normaliseTree(folder: string, executables: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    await chmod(path, entry.isDirectory() || executables.has(relative(folder, path)) ? 0o755 : 0o644);
    await lutimes(path, fileTime, fileTime);
  }
  await chmod(folder, 0o755);
  await lutimes(folder, fileTime, fileTime);
}

/** One hash of all paths, modes and contents in a tree. */
export async function hashTree(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { path } of await listTree(folder)) {
    const file = join(folder, path);
    const { mode } = await stat(file);
    const content = createHash('sha256').update(await readFile(file));
    hash.update(`${path}\0${(mode & 0o777).toString(8)}\0${content.digest('hex')}\n`);
  }
  return hash.digest('hex');
}

/** Replaces a folder by a finished one. Readers never see a partially written folder. */
export async function replaceFolder(finished: string, place: string): Promise<void> {
  const old = `${place}.old-${String(process.pid)}`;
  await rename(place, old).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
  await rename(finished, place);
  await rm(old, { recursive: true, force: true });
}
