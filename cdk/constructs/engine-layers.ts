import { AssetHashType } from 'aws-cdk-lib';
import { Architecture, Code, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type EngineName, engines } from '../engines.ts';
import type { LayerFolder } from '../layer-folders.ts';
import type { ServiceFunction } from './service-function.ts';

/** The layers with the engines. Each is deployed once, however many functions use it. */
export class EngineLayers extends Construct {
  readonly #folders: readonly LayerFolder[];
  readonly #versions = new Map<string, LayerVersion>();

  /** @param folders the built layers. An engine is unavailable when one of its layers is not among them */
  constructor(scope: Construct, id: string, folders: readonly LayerFolder[]) {
    super(scope, id);
    this.#folders = folders;
  }

  /** Adds the layers of an engine to a function, unless one is missing. The fonts layer sets `FONTS_CONF`. */
  addTo(fn: ServiceFunction, name: EngineName): void {
    const folders = this.#foldersOf(name);
    if (!folders) return;
    fn.function.addLayers(...folders.map((folder) => this.#version(folder)));
    if (folders.some((folder) => folder.name === 'fonts')) {
      fn.setVariables({ FONTS_CONF: '/opt/fonts/fonts.conf' });
    }
  }

  /** The reason why an engine is unavailable, for the functions that submit to it. Undefined when it is available. */
  whyUnavailable(name: EngineName): string | undefined {
    return this.#foldersOf(name) ? undefined : engines[name].unavailable;
  }

  /** The layers of an engine; undefined when one is missing. */
  #foldersOf(name: EngineName): LayerFolder[] | undefined {
    const folders = engines[name].layers.map((layer) =>
      this.#folders.find((folder) => folder.name === layer),
    );
    return folders.every((folder) => folder !== undefined) ? folders : undefined;
  }

  #version({ name, path, hash }: LayerFolder): LayerVersion {
    const present = this.#versions.get(name);
    if (present) return present;
    const version = new LayerVersion(this, name, {
      code: Code.fromAsset(path, { assetHash: hash, assetHashType: AssetHashType.CUSTOM }),
      compatibleArchitectures: [Architecture.X86_64],
      description: `${name} for the engines of the File Conversion Service`,
    });
    this.#versions.set(name, version);
    return version;
  }
}
