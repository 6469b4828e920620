import type { InputFile } from '../../files/input-file.ts';
import { shortened } from '../../base/shortened.ts';
import { compareFileNames } from './file-name-order.ts';
import { FormFaults } from './form-error.ts';
import { GoValueError, isTrue } from './go-values.ts';

/** A file of a form. `fileName` is its name, `part` the field that it came in. */
export interface FormFile extends InputFile {
  part: string;
}

/** File fields that are not inputs of the conversion itself. */
export const sideFields = ['embeds', 'watermark', 'stamp', 'facturxXml'] as const;

export type SideField = (typeof sideFields)[number];

const isSide = (part: string): boolean => sideFields.some((field) => field === part);

/** Each of their files is one overlay, whatever its name. */
const isOverlay = (part: string): boolean => part === 'watermark' || part === 'stamp';

const longestQuote = 1000;

/** A value as errors quote it. */
export const quoted = (text: string): string => shortened(text, longestQuote);

/** The text fields and files of a request. Of inputs with the same name, the last counts, and of attachments too. */
export class Form {
  readonly faults = new FormFaults();
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #files: readonly FormFile[];

  constructor(values: ReadonlyMap<string, readonly string[]>, files: readonly FormFile[]) {
    this.#values = values;
    const keyOf = ({ part, fileName }: FormFile, index: number): string => {
      if (isOverlay(part)) return `${part}/${index}`;
      return isSide(part) ? `${part}/${fileName}` : fileName;
    };
    this.#files = [...new Map(files.map((file, index) => [keyOf(file, index), file])).values()];
  }

  /** All files, for a count and for a job. */
  get files(): readonly FormFile[] {
    return this.#files;
  }

  /** All text fields, for a job. */
  get values(): ReadonlyMap<string, readonly string[]> {
    return this.#values;
  }

  /** The first value of a field; empty if the request has none. */
  text(name: string): string {
    return this.#values.get(name)?.[0] ?? '';
  }

  /** All values of a repeated field. */
  texts(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /**
   * Parses a field. A value that `parse` rejects is a fault of the form.
   *
   * @returns undefined if the request has no such field, or a wrong one
   */
  read<T>(name: string, parse: (text: string) => T): T | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof GoValueError)) throw error;
      const got = quoted(text);
      this.faults.add(`form field '${name}' is invalid (got '${got}', resulting to ${error.message})`);
      return undefined;
    }
  }

  /** Whether a field is true. A wrong value is not: `read` reports it. */
  isTrue(name: string): boolean {
    return isTrue(this.text(name));
  }

  /** As `read`, and a missing field is a fault. */
  require<T>(name: string, parse: (text: string) => T): T | undefined {
    if (this.text(name) === '') this.faults.add(`form field '${name}' is required`);
    return this.read(name, parse);
  }

  /** The file of that name, in any case of its extension. */
  named(fileName: string): FormFile | undefined {
    return this.#files.find((file) => withLowerExtension(file.fileName) === fileName);
  }

  /** The files that came in a field of `sideFields`. */
  side(field: SideField): FormFile[] {
    return this.#files.filter(({ part }) => part === field);
  }

  /** The files that are no side files. */
  get inputs(): FormFile[] {
    return this.#files.filter(({ part }) => !isSide(part));
  }

  /** The inputs with one of these extensions, in the order of `compareFileNames`. None is a fault of the form. */
  inputsWith(extensions: readonly string[]): FormFile[] {
    const found = this.inputs
      .filter(({ fileName }) => extensions.includes(extensionOf(fileName)))
      .sort((one, other) => compareFileNames(one.fileName, other.fileName));
    if (found.length === 0) {
      this.faults.add(`no form file found for extensions: [${extensions.join(' ')}]`);
    }
    return found;
  }
}

/** The extension of a file name in lower case, with its dot. */
export const extensionOf = (fileName: string): string => {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot).toLowerCase();
};

const withLowerExtension = (fileName: string): string =>
  fileName.slice(0, fileName.length - extensionOf(fileName).length) + extensionOf(fileName);
