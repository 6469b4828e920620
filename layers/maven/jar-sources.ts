import { join } from 'node:path';
import { type LockedJar, updateLockCommand } from '../debian/lock.ts';
import { cacheFolder } from '../folders.ts';
import type { JarSelection } from '../layer.ts';
import { JarArchive } from './jar-archive.ts';
import { type ArrivedJar, type Maven, pomOf } from './maven.ts';

/** A library of Java and its path. */
export interface ProvidedJar {
  readonly jar: LockedJar;
  readonly file: string;
}

/** Provides the libraries of Java for a layer. */
export interface JarSource {
  /** @param openMaven sets Maven up, which is needed only when a library is missing from the cache */
  provide(openMaven: () => Promise<Maven>): Promise<readonly ProvidedJar[]>;
}

const archive = new JarArchive(join(cacheFolder, 'jars'));

const provided = (jars: readonly LockedJar[]): readonly ProvidedJar[] =>
  jars.map((jar) => ({ jar, file: archive.path(jar) }));

/** The libraries in the lock, in exactly these versions. */
export class PinnedJars implements JarSource {
  readonly #jars: readonly LockedJar[];

  constructor(jars: readonly LockedJar[]) {
    this.#jars = jars;
  }

  async provide(openMaven: () => Promise<Maven>): Promise<readonly ProvidedJar[]> {
    const absent = await archive.absent(this.#jars);
    if (absent.length > 0) {
      const arrived = await (await openMaven()).fetch(pomOf(absent));
      for (const jar of absent) await this.#store(jar, arrived);
    }
    return provided(this.#jars);
  }

  async #store(jar: LockedJar, arrived: readonly ArrivedJar[]): Promise<void> {
    const found = arrived.find(({ sha256 }) => sha256 === jar.sha256);
    if (!found) {
      throw new Error(
        `${jar.group}:${jar.artifact} ${jar.version} arrived without the SHA-256 of the lock (${jar.sha256}). ` +
          `If it was rightly replaced: ${updateLockCommand}`,
      );
    }
    await archive.store(jar, found.file);
  }
}

/** The newest libraries, for a new lock. */
export class NewestJars implements JarSource {
  /** The libraries that were provided. */
  found: readonly LockedJar[] = [];
  readonly #selection: JarSelection | undefined;

  constructor(selection: JarSelection | undefined) {
    this.#selection = selection;
  }

  async provide(openMaven: () => Promise<Maven>): Promise<readonly ProvidedJar[]> {
    if (!this.#selection) throw new Error('The layer selects no libraries of Java.');
    const { root, versions, artifacts } = this.#selection;
    const [group = '', artifact = ''] = root.split(':');
    const maven = await openMaven();
    const arrived = await maven.fetch(
      pomOf([{ group, artifact, version: versions }], { withDependencies: true }),
    );
    const jars = artifacts.map((name) => {
      const found = arrived.find((jar) => jar.artifact === name);
      if (!found) throw new Error(`${root} no longer needs ${name}; see the layer's contents.ts.`);
      return found;
    });
    for (const { file, ...jar } of jars) await archive.store(jar, file);
    this.found = jars.map(({ file: _, ...jar }) => jar);
    return provided(this.found);
  }
}
