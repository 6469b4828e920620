import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareOnce } from '../../base/prepare-once.ts';

type Start<Program> = (options: {
  noInitialRun: boolean;
  wasmBinary: Uint8Array;
  printErr: () => void;
}) => Promise<Program>;

/**
 * A program as WebAssembly that decodes pictures. Each picture gets an instance of its own, because memory of WebAssembly does
 * not shrink.
 */
export class PictureDecoder<Program> {
  readonly #start: Start<Program>;
  /** The program, read once in a process. */
  readonly #readProgram: () => Promise<Uint8Array>;

  /**
   * @param script of a package, whose declarations need those of browsers
   * @param url of the program, from `import.meta.resolve`; a bundle has the file beside it
   */
  constructor(script: unknown, url: string) {
    this.#start = script as Start<Program>;
    this.#readProgram = prepareOnce(() => readFile(fileURLToPath(url)));
  }

  /** Undefined if the program runs out of memory, or leaves its memory. */
  async run<T>(work: (program: Program) => T): Promise<T | undefined> {
    const wasmBinary = await this.#readProgram();
    const program = await this.#start({ noInitialRun: true, wasmBinary, printErr: () => undefined });
    try {
      return work(program);
    } catch {
      return undefined;
    }
  }
}
