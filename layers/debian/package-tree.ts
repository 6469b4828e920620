import { copyFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { LayerTree } from '../layer-tree.ts';
import type { PackageFiles } from './package-files.ts';

/** Writes the files of a layer built from packages, and the packages' licences. */
export class PackageTree extends LayerTree {
  readonly #files: PackageFiles;

  constructor(folder: string, files: PackageFiles) {
    super(folder);
    this.#files = files;
  }

  async copy(packagePath: string, layerPath: string): Promise<void> {
    await copyFile(this.#files.use(packagePath).file, await this.place(layerPath));
  }

  /**
   * Stores the licences of every package used so far below `folder`, compressed. `INDEX.txt` maps packages to files,
   * since many packages share a licence.
   */
  async copyLicenses(folder: string): Promise<void> {
    const packagesByText = new Map<string, string[]>();
    for (const name of this.#files.usedPackages) {
      const text = await this.#files.readText(`/usr/share/doc/${name}/copyright`);
      packagesByText.set(text, [...(packagesByText.get(text) ?? []), name]);
    }
    const index: string[] = [];
    for (const [text, [first = '', ...others]] of packagesByText) {
      index.push(`${first}.gz: ${[first, ...others].join(', ')}`);
      await this.write(`${folder}/${first}.gz`, gzipSync(text, { level: 9 }));
    }
    await this.write(`${folder}/INDEX.txt`, `${index.join('\n')}\n`);
  }
}
