import { join } from 'node:path';
import type { PrivateApt } from './debian/apt.ts';
import type { PackageArchive } from './debian/archive.ts';
import type { DebianTools } from './debian/tools.ts';
import type { JarSource } from './maven/jar-sources.ts';

/** What a layer is built with besides its packages. */
export interface BuildSources {
  readonly archive: PackageArchive;
  readonly tools: DebianTools;
  /** Sets apt up, which most builds do not need. */
  readonly openApt: () => Promise<PrivateApt>;
  readonly jars: JarSource;
}

/** The sources of one build, and a folder for its intermediate files. Debian's tools can use the folder. */
export class BuildKit {
  readonly sources: BuildSources;
  readonly #folder: string;

  constructor(sources: BuildSources, folder: string) {
    this.sources = sources;
    this.#folder = folder;
  }

  /** A path for an intermediate file or folder. No package has a name with a capital letter. */
  path(name: string): string {
    return join(this.#folder, 'Build', name);
  }
}
