import type { BuildKit } from './build-kit.ts';
import type { PackageFiles } from './debian/package-files.ts';
import type { PackageTree } from './debian/package-tree.ts';
import type { LayerTree } from './layer-tree.ts';

interface LayerRecipe {
  /** Also the name of its folders in `layers/` and `layers/.out/`. */
  readonly name: string;
  /** Layer paths of the files that are executed as programs. */
  readonly executables: ReadonlySet<string>;
  /** Identifies inputs besides packages and recipe. Absent if there are none. */
  readonly otherInputs?: () => Promise<string>;
}

/** Libraries of Java: one, and those of its dependencies that are needed. */
export interface JarSelection {
  /** Maven's coordinates without a version: `group:artifact`. */
  readonly root: string;
  /** The versions that an update of the lock can choose from, as a range of Maven. */
  readonly versions: string;
  /** Artifacts among the root and its dependencies. */
  readonly artifacts: readonly string[];
}

/** A layer built from Debian packages. */
export interface DebianLayer extends LayerRecipe {
  readonly from: 'debian';
  /** The requested packages; their dependencies are added. */
  readonly packages: readonly string[];
  /** Libraries of Java that it contains besides the packages. */
  readonly jars?: JarSelection;
  /** Fills the tree from the packages. */
  assemble(files: PackageFiles, tree: PackageTree, progress: Progress, kit: BuildKit): Promise<void>;
  /**
   * Tries the finished layer as the service uses it.
   *
   * @param folder the content of `/opt`
   * @throws Error when it does not work; the layer is then discarded
   */
  readonly prove?: (folder: string, progress: Progress) => Promise<void>;
}

/** A layer built from one package of `package.json`, as npm installed it. */
export interface NpmLayer extends LayerRecipe {
  readonly from: 'npm';
  readonly package: string;
  /** Fills the tree from the package's folder. */
  assemble(packageFolder: string, tree: LayerTree, progress: Progress): Promise<void>;
}

/** The recipe of one layer. */
export type Layer = DebianLayer | NpmLayer;

/** Receives a line for the user about each finished step. */
export type Progress = (line: string) => void;
