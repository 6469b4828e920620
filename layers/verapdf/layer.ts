import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BuildKit } from '../build-kit.ts';
import type { DebianLayer } from '../layer.ts';
import type { LayerTree } from '../layer-tree.ts';
import { cLibraries, debianLibraries, loader, packages } from '../java/contents.ts';
import { Jdk } from '../java/jdk.ts';
import { Maven } from '../maven/maven.ts';
import { jars, modules, unusedRuntimeFiles } from './contents.ts';
import { proveValidation } from './prove-validation.ts';

/** Where the layer's files are, below `/opt`. */
const root = 'verapdf';

/** veraPDF, which validates PDF/A and PDF/UA, with a Java runtime for it and the program that serves requests. */
export const veraPdfLayer: DebianLayer = {
  from: 'debian',
  name: 'verapdf',
  // `base-files` has the texts of veraPDF's licences.
  packages: [...packages, 'base-files'],
  jars,
  executables: new Set([`${root}/lib/${loader}`, `${root}/runtime/bin/java`]),

  async assemble(files, tree, progress, kit) {
    const jdk = await Jdk.install(files, kit);
    const libraries = await kit.sources.jars.provide(() => Maven.install(jdk, kit, progress));
    for (const { jar, file } of libraries) {
      await tree.write(`${root}/jars/${jar.artifact}-${jar.version}.jar`, await readFile(file));
    }
    progress(`libraries of Java: ${String(libraries.length)}`);
    const program = await compileServer(
      jdk,
      kit,
      libraries.map(({ file }) => file),
    );
    await tree.write(`${root}/jars/conformance-server.jar`, await readFile(program));
    progress('server compiled');
    await writeRuntime(jdk, kit, tree);
    for (const name of cLibraries) await tree.copy(`${debianLibraries}/${name}`, `${root}/lib/${name}`);
    progress('runtime linked');
    for (const licence of ['MPL-2.0', 'GPL-3']) {
      await tree.copy(`/usr/share/common-licenses/${licence}`, `${root}/licenses/verapdf-${licence}`);
    }
    await tree.copyLicenses(`${root}/licenses`);
  },

  prove: (folder, progress) => proveValidation(join(folder, root), progress),
};

/** Compiles the program that runs veraPDF. Returns the path of its JAR. */
async function compileServer(jdk: Jdk, kit: BuildKit, libraries: readonly string[]): Promise<string> {
  const sources = join(import.meta.dirname, 'server');
  const source = kit.path('server');
  const classes = kit.path('classes');
  await mkdir(source, { recursive: true });
  const names = (await readdir(sources)).sort();
  for (const name of names) await copyFile(join(sources, name), join(source, name));
  await jdk.run('javac', [
    '-proc:none',
    '-cp',
    libraries.join(':'),
    '-d',
    classes,
    ...names.map((name) => join(source, name)),
  ]);
  const program = kit.path('conformance-server.jar');
  await jdk.run('jar', [
    '--create',
    // The earliest time that JDK's tool accepts, so that builds at different times are equal.
    '--date=1980-01-01T00:00:02Z',
    '--no-manifest',
    `--file=${program}`,
    '-C',
    classes,
    '.',
  ]);
  return program;
}

/** Links a Java runtime with the modules that are needed. */
async function writeRuntime(jdk: Jdk, kit: BuildKit, tree: LayerTree): Promise<void> {
  const runtime = kit.path('runtime');
  await jdk.run('jlink', [
    '--module-path',
    jdk.path('jmods'),
    '--add-modules',
    modules.join(),
    '--strip-java-debug-attributes',
    '--no-header-files',
    '--no-man-pages',
    '--compress=zip-6',
    '--vm=server',
    '--output',
    runtime,
  ]);
  for (const entry of await readdir(runtime, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(runtime, path);
    if (!entry.isDirectory() && !unusedRuntimeFiles.test(name)) {
      await tree.write(`${root}/runtime/${name}`, await readFile(path));
    }
  }
}
