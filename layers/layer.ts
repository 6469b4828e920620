import type { PackageFiles } from './debian/package-files.ts';
import type { PackageTree } from './debian/package-tree.ts';
import type { LayerTree } from './layer-tree.ts';

interface LayerRecipe {
  /** Also the name of its folder in `layers/` and in `layers/.out/`. */
  readonly name: string;
  /** Layer paths of the files that are started as programs. */
  readonly executables: ReadonlySet<string>;
}

/** A layer made from Debian packages. */
export interface DebianLayer extends LayerRecipe {
  readonly from: 'debian';
  /** The packages that are asked for; what they depend on comes with them. */
  readonly packages: readonly string[];
  /** Fills the tree from the packages. */
  assemble(files: PackageFiles, tree: PackageTree, progress: Progress): Promise<void>;
}

/** A layer made from one package of `package.json`, as npm installed it. */
export interface NpmLayer extends LayerRecipe {
  readonly from: 'npm';
  readonly package: string;
  /** Fills the tree from the package's folder. */
  assemble(packageFolder: string, tree: LayerTree, progress: Progress): Promise<void>;
}

/** How one layer is made. */
export type Layer = DebianLayer | NpmLayer;

/** Takes one line for people about what was just done. */
export type Progress = (line: string) => void;
