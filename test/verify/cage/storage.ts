import { mkdir, rm, rmdir, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInProject } from '../project-command.ts';
import { cageUser } from './image.ts';

const mebibyte = 1024 * 1024;

/**
 * A file system of a fixed size, as Lambda's `/tmp` is one: a full one is full. (A tmpfs would count as memory.)
 * Needs root.
 */
export class CageStorage {
  /** Where it is mounted on this machine. */
  readonly path: string;
  /** The most that was seen to be used, in bytes. */
  peak = 0;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'tmp');
  }

  /** @param folder made for it, and removed with it */
  static async create(folder: string, megabytes: number): Promise<CageStorage> {
    const storage = new CageStorage(folder);
    const image = join(folder, 'tmp.img');
    await mkdir(storage.path, { recursive: true });
    await writeFile(image, '');
    await truncate(image, megabytes * mebibyte);
    const owner = `root_owner=${cageUser.uid}:${cageUser.gid}`;
    await runInProject('mkfs.ext4', ['-q', '-m', '0', '-E', owner, image]);
    await runInProject('mount', ['-o', 'loop,nodev,nosuid', image, storage.path]);
    await rmdir(join(storage.path, 'lost+found'));
    await runInProject('chmod', ['0700', storage.path]);
    return storage;
  }

  async sample(): Promise<void> {
    const { bsize, blocks, bfree } = await statfs(this.path);
    this.peak = Math.max(this.peak, (blocks - bfree) * bsize);
  }

  async remove(): Promise<void> {
    await runInProject('umount', [this.path]);
    await rm(this.#folder, { recursive: true });
  }
}
