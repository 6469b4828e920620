import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What a script of Emscripten takes. It adds the functions of the program to it. */
interface Setting {
  noInitialRun: boolean;
  print: () => void;
  printErr: () => void;
  instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
}

/** How often a program is started for one request. Each start takes memory that is released later. */
const maxStarts = 16;

/**
 * A program as WebAssembly, started when it is needed, and again after it failed: it then keeps its memory, and may not
 * work any more.
 */
export class WasmProgram<Program> {
  readonly #script: (setting: Setting) => unknown;
  readonly #module: WebAssembly.Module;
  #program: Program | undefined;
  #starts = 0;

  /** @param script of a package, whose declarations need those of browsers */
  constructor(script: unknown, module: WebAssembly.Module) {
    this.#script = script as (setting: Setting) => unknown;
    this.#module = module;
  }

  /** Undefined if the program cannot read its data, runs out of memory, or failed too often. */
  run<T>(work: (program: Program) => T): T | undefined {
    if (!this.#program && this.#starts === maxStarts) return undefined;
    try {
      return work((this.#program ??= this.#start()));
    } catch {
      this.#program = undefined;
      return undefined;
    }
  }

  /** Without waiting: the module is compiled. */
  #start(): Program {
    this.#starts += 1;
    const setting: Setting = {
      noInitialRun: true,
      print: () => undefined,
      printErr: () => undefined,
      instantiateWasm: (imports, done) => {
        const instance = new WebAssembly.Instance(this.#module, imports);
        done(instance);
        return instance.exports;
      },
    };
    this.#script(setting);
    return setting as Program;
  }
}

/** Compiles a program. @param url from `import.meta.resolve`; a bundle has the file beside it */
export const compileWasm = async (url: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(fileURLToPath(url)));
