import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Properties } from './properties.ts';
import { isObject } from '../is-object.ts';
import { TemplateError } from './template.ts';

interface FileAsset {
  source: { path: string; packaging: string };
}

/** The folders that `cdk synth` wrote beside a template: code of functions and content of layers, unpacked. */
export class Assets {
  readonly #directory: string;
  readonly #files: Record<string, unknown>;

  private constructor(directory: string, files: Record<string, unknown>) {
    this.#directory = directory;
    this.#files = files;
  }

  /**
   * Reads `X.assets.json` beside `X.template.json`.
   *
   * @throws {TemplateError} if it is missing or is not an asset manifest.
   */
  static async beside(templateFile: string): Promise<Assets> {
    const directory = dirname(resolve(templateFile));
    const file = join(directory, basename(templateFile).replace(/\.template\.json$/, '.assets.json'));
    try {
      const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
      if (!isObject(manifest) || !isObject(manifest['files'])) throw new TypeError('it lists no files');
      return new Assets(directory, manifest['files']);
    } catch (error) {
      throw new TemplateError(`Cannot read the assets ${file}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /**
   * The folder behind a function's `Code` or a layer's `Content`: `S3Key` is `<hash>.zip`, which the manifest
   * resolves to what would be zipped.
   *
   * @throws {TemplateError} if the code is inline, is an image, or is not an unpacked folder. Archives could not be
   *   unpacked with the permissions and links inside them.
   */
  folder(code: Properties | undefined): string {
    const key = code?.ignore('S3Bucket', 'S3ObjectVersion').requiredString('S3Key');
    const entry = this.#files[key?.replace(/\.zip$/, '') ?? ''];
    if (!isObject(entry) || !isObject(entry['source'])) {
      throw new TemplateError(`${code?.place ?? 'A function without code'}: there is no asset ${key ?? ''}.`);
    }
    const { source } = entry as unknown as FileAsset;
    if (source.packaging !== 'zip') {
      const complaint = 'is not a folder; archives that were packed before are not served locally';
      throw new TemplateError(`${code?.place}: the asset ${key}, ${source.path}, ${complaint}.`);
    }
    return resolve(this.#directory, source.path);
  }
}
