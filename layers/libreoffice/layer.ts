import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readExports } from '../debian/elf-symbols.ts';
import { isElf, readDynamicSection } from '../debian/elf.ts';
import { makeHollowLibrary } from '../debian/hollow-library.ts';
import { libraryClosure, type Loadable } from '../debian/library-closure.ts';
import type { PackageFile, PackageFiles } from '../debian/package-files.ts';
import type { PackageTree } from '../debian/package-tree.ts';
import type { DebianLayer } from '../layer.ts';
import {
  hollowLibraries,
  installation,
  isProgramFileKept,
  isSharedFileKept,
  librariesOpenedByName,
  libraryData,
  libraryFolders,
  loader,
  packages,
} from './contents.ts';
import { copyHyphenation } from './hyphenation.ts';
import { checkAllPacked, formatManifest, isPacked, packLibrary, type PackedLibrary } from './packing.ts';
import { proveForks } from './prove-forks.ts';
import { relocateFundamentals, relocateSettings, sofficeSettings, withoutBuildId } from './relocation.ts';

/** Where the layer's files are, below `/opt`. */
const root = 'libreoffice';

/** Reads the dependencies of a library or program; undefined for any other file. */
async function readLoadable(file: PackageFile, name: string): Promise<Loadable | undefined> {
  const bytes = await readFile(file.file);
  return isElf(bytes) ? { name, needed: readDynamicSection(bytes).needed } : undefined;
}

/** LibreOffice for converting documents to PDF, with every library down to the C library and its loader. */
export const libreOfficeLayer: DebianLayer = {
  from: 'debian',
  name: 'libreoffice',
  packages,
  executables: new Set([`${root}/program/soffice.bin`, `${root}/lib/${loader}`]),

  async assemble(files, tree, progress) {
    const packed: PackedLibrary[] = [];
    const place = async (path: string, target: PackedLibrary['target'], name: string): Promise<void> => {
      if (!isPacked(name)) return tree.copy(path, `${root}/${target}/${name}`);
      const { entry, packed: bytes } = await packLibrary(name, target, await readFile(files.use(path).file));
      packed.push(entry);
      await tree.write(`${root}/packed/${name}.zst`, bytes);
    };

    const programFiles = files.below(`${installation}/program`).filter(isProgramFileKept);
    const loadables: Loadable[] = [];
    for (const name of programFiles) {
      const path = `${installation}/program/${name}`;
      await place(path, 'program', name);
      const loadable = await readLoadable(files.use(path), name);
      if (loadable) loadables.push(loadable);
    }
    progress(`program: ${String(programFiles.length)} files`);

    const libraries = await findLibraries(files, loadables);
    for (const [name, path] of libraries) {
      if (hollowLibraries.has(name)) {
        const exports = readExports(await readFile(files.use(path).file));
        await tree.write(`${root}/lib/${name}`, makeHollowLibrary(name, exports));
      } else await place(path, 'lib', name);
    }
    const unmet = [...hollowLibraries].filter((name) => !libraries.has(name));
    if (unmet.length > 0)
      throw new Error(`LibreOffice no longer needs ${unmet.join(', ')}; see contents.ts.`);
    checkAllPacked(packed.map(({ file }) => file));
    await tree.write(`${root}/packed/manifest.json`, formatManifest(packed));
    progress(`libraries: ${String(libraries.size)}, ${String(packed.length)} files packed`);

    await copyShared(files, tree);
    await copyHyphenation(files, tree, `${root}/share`);
    const fundamentals = await files.readText(`${installation}/program/fundamentalrc`);
    await tree.write(`${root}/program/fundamentalrc`, relocateFundamentals(fundamentals));
    await tree.write(`${root}/program/sofficerc`, sofficeSettings);
    const settings = await files.readText(`${installation}/share/.registry/main.xcd`);
    await tree.write(`${root}/share/registry/main.xcd`, relocateSettings(settings));
    const version = await files.readText(`${installation}/program/versionrc`);
    await tree.write(`${root}/program/versionrc`, withoutBuildId(version));
    await tree.write(
      `${root}/share/registry/zz-service.xcd`,
      await readFile(join(import.meta.dirname, 'clamp.xcd')),
    );
    await tree.copyLicenses(`${root}/licenses`);
  },

  prove: (folder, progress) => proveForks(join(folder, root), progress),
};

/** Name → package path of every library outside `program/` that LibreOffice loads. */
async function findLibraries(
  files: PackageFiles,
  loadables: readonly Loadable[],
): Promise<Map<string, string>> {
  const locate = (name: string): string | undefined =>
    libraryFolders.map((folder) => `${folder}/${name}`).find((path) => files.find(path) !== undefined);
  const find = async (name: string): Promise<Loadable | undefined> => {
    const path = locate(name);
    if (path === undefined) return undefined;
    return hollowLibraries.has(name) ? { name, needed: [] } : readLoadable(files.use(path), name);
  };
  const openedByName: Loadable = { name: 'LibreOffice at run time', needed: librariesOpenedByName };
  const names = await libraryClosure([...loadables, openedByName], find);
  return new Map([...names].sort().map((name) => [name, locate(name) ?? '']));
}

async function copyShared(files: PackageFiles, tree: PackageTree): Promise<void> {
  // Configuring the package copies it to /etc, the target of the link in share/registry.
  const unconfigured = '.registry/';
  for (const path of files.below(`${installation}/share`).filter(isSharedFileKept)) {
    const target = path.startsWith(unconfigured) ? `registry/${basename(path)}` : path;
    await tree.copy(`${installation}/share/${path}`, `${root}/share/${target}`);
  }
  for (const folder of libraryData) {
    for (const path of files.below(`/usr/share/${folder}`)) {
      await tree.copy(`/usr/share/${folder}/${path}`, `${root}/share/${folder}/${path}`);
    }
  }
}
