import { mkdir, rename } from 'node:fs/promises';
import { FileArchive } from '../debian/file-archive.ts';
import type { LockedJar } from '../debian/lock.ts';

/** Downloaded libraries of Java. */
export class JarArchive extends FileArchive<LockedJar> {
  constructor(folder: string) {
    super(folder, '.jar');
  }

  /** Stores a file whose hash has been verified. */
  async store(jar: LockedJar, file: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await rename(file, this.path(jar));
  }
}
