import { link, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BuildKit } from '../build-kit.ts';
import type { PackageFiles } from '../debian/package-files.ts';
import type { DebianTools } from '../debian/tools.ts';
import { cLibraries, debianLibraries, installation, loader } from './contents.ts';

/** Programs of the JDK. The launchers of their own names do not find the JDK when the loader starts them. */
const mains = {
  javac: 'jdk.compiler/com.sun.tools.javac.Main',
  jar: 'jdk.jartool/sun.tools.jar.Main',
  jlink: 'jdk.jlink/jdk.tools.jlink.internal.Main',
} as const;

/**
 * Debian's JDK with its C library, unpacked in a folder. It runs on a machine or in a container with an older C library,
 * because it is started through its own loader.
 */
export class Jdk {
  readonly #tools: DebianTools;
  readonly #folder: string;

  private constructor(tools: DebianTools, folder: string) {
    this.#tools = tools;
    this.#folder = folder;
  }

  static async install(files: PackageFiles, kit: BuildKit): Promise<Jdk> {
    const jdk = new Jdk(kit.sources.tools, kit.path('jdk'));
    for (const path of files.below(installation)) {
      await place(files.use(`${installation}/${path}`).file, jdk.path(path));
    }
    for (const name of cLibraries) {
      await place(files.use(`${debianLibraries}/${name}`).file, jdk.path(`c-library/${name}`));
    }
    return jdk;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Runs a program of the JDK. */
  run(program: keyof typeof mains, args: readonly string[]): Promise<string> {
    return this.java(['-m', mains[program], ...args]);
  }

  java(args: readonly string[], folder = this.#folder): Promise<string> {
    const libraries = this.path('c-library');
    const start = ['--library-path', libraries, this.path('bin/java')];
    return this.#tools.run(join(libraries, basename(loader)), [...start, ...args], { folder });
  }
}

/** Links instead of copying: the JDK has 300 MB. */
async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await link(from, to);
}
