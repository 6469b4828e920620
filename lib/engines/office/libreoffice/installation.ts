import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackedLibraries, unpackLibraries } from './packed-libraries.ts';

/** A LibreOffice that can be started. */
export interface Installation {
  /** The dynamic loader of the layer's C library. */
  loader: string;
  /** The loader's library search path. */
  libraryPath: readonly string[];
  /** LibreOffice's `program` folder. */
  program: string;
  /** Paths that LibreOffice reads. */
  readable: readonly string[];
  /** The unpacked files and their folders. */
  unpacked: readonly string[];
}

/**
 * Completes the layer's LibreOffice in `folder`.
 *
 * The layer's largest libraries are unpacked there. LibreOffice locates everything relative to itself, so the rest is
 * linked beside them; the layer itself is read-only.
 *
 * @param root the layer's `libreoffice` folder
 * @param folder a new folder for the installation
 */
export async function installLibreOffice(root: string, folder: string): Promise<Installation> {
  const packed = await readPackedLibraries(root);
  const targets = { program: join(folder, 'program'), lib: join(folder, 'lib') };
  await Promise.all(
    // LibreOffice requires presets (autotext and similar), which it copies into every new profile.
    [...Object.values(targets), join(folder, 'presets')].map((made) => mkdir(made, { recursive: true })),
  );
  const unpacked = packed.map((library) => join(targets[library.target], library.file));
  const parts = (await readdir(root)).filter(
    (name) => !['program', 'lib', 'packed', 'presets'].includes(name),
  );
  const names = await readdir(join(root, 'program'));
  await Promise.all([
    unpackLibraries(root, packed, ({ target }) => targets[target]),
    ...names.map((name) => symlink(join(root, 'program', name), join(targets.program, name))),
    ...parts.map((name) => symlink(join(root, name), join(folder, name))),
  ]);
  return {
    loader: join(root, 'lib', 'ld-linux-x86-64.so.2'),
    libraryPath: [targets.lib, join(root, 'lib'), targets.program],
    program: targets.program,
    readable: [root, folder],
    unpacked: [...Object.values(targets), ...unpacked],
  };
}
