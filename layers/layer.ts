import type { PackageFiles } from './debian/package-files.ts';
import type { LayerTree } from './layer-tree.ts';

/** How one layer is made. */
export interface Layer {
  /** Also the name of its folder in `layers/` and in `layers/.out/`. */
  readonly name: string;
  /** The packages that are asked for; what they depend on comes with them. */
  readonly packages: readonly string[];
  /** Layer paths of the files that are started as programs. */
  readonly executables: ReadonlySet<string>;
  /** Fills the tree from the packages. */
  assemble(files: PackageFiles, tree: LayerTree, progress: Progress): Promise<void>;
}

/** Takes one line for people about what was just done. */
export type Progress = (line: string) => void;
