import { AssetHashType } from 'aws-cdk-lib';
import { Architecture, Code, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Engine } from '../engines.ts';
import type { LayerFolder } from '../layer-folders.ts';
import type { ServiceFunction } from './service-function.ts';

/** The layers that engines come in, each deployed once, whichever functions use it. */
export class EngineLayers extends Construct {
  readonly #folders: readonly LayerFolder[];
  readonly #versions = new Map<string, LayerVersion>();

  /** @param folders what unpacks to /opt; engines that lack one of theirs are not there */
  constructor(scope: Construct, id: string, folders: readonly LayerFolder[]) {
    super(scope, id);
    this.#folders = folders;
  }

  /**
   * Gives a function the layers of an engine.
   *
   * @returns why the engine is not there, if so: for the functions that hand work to this one
   */
  addTo(fn: ServiceFunction, { layers, unavailable }: Engine): string | undefined {
    const folders = layers.map((name) => this.#folders.find((folder) => folder.name === name));
    if (!folders.every((folder) => folder !== undefined)) return unavailable;
    fn.function.addLayers(...folders.map((folder) => this.#version(folder)));
    return undefined;
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
