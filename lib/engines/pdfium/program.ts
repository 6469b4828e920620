import { init, type Methods } from '@embedpdf/pdfium';
import { prepareOnce } from '../../base/prepare-once.ts';
import { compileWasm } from '../pictures/wasm-program.ts';
import { trampoline } from './trampolines.ts';

/** The functions of PDFium that the engine calls. */
export type PdfiumCalls = Methods;

/** The functions that take only numbers, as the program exports them. Booleans are 0 or 1. */
export type PdfiumExports = {
  readonly [Name in keyof Methods as Parameters<Methods[Name]> extends number[] ? Name : never]: (
    ...values: Parameters<Methods[Name]>
  ) => number;
};

/** What the script of the package takes and adds, beside the functions. Its declarations need those of browsers. */
interface Setting {
  print: () => void;
  printErr: () => void;
  instantiateWasm: (imports: Imports, done: (instance: WebAssembly.Instance) => void) => object;
}

interface Imports {
  env: Readonly<Record<string, (value: number) => number | boolean | undefined>>;
}

interface Memory {
  /** Replaced when the memory grows. */
  HEAPU8: Uint8Array;
  UTF8ToString: (address: number) => string;
  wasmExports: PdfiumExports & {
    malloc: (bytes: number) => number;
    free: (address: number) => void;
    __indirect_function_table: WebAssembly.Table;
  };
}

type Start = (setting: Setting) => Promise<Methods & { pdfium: Memory }>;

/** The program, compiled once in a process. A bundle has the file beside it. */
const compile = prepareOnce(() => compileWasm(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));

/** Memory that a document can take, in bytes. */
const defaultMemoryBytes = 1024 * 1024 * 1024;

/** An instance that no document has had. */
let prepared: Promise<PdfiumProgram | undefined> | undefined;

/** Starts the instance for the next document ahead of it: the first one also waits for the compilation otherwise. */
export function prepareProgram(): void {
  prepared ??= PdfiumProgram.start().catch(() => undefined);
}

/** The prepared instance, or a new one if there is none, or if it has another limit of memory. */
export async function takeProgram(memoryBytes: number | undefined): Promise<PdfiumProgram> {
  const ready = memoryBytes === undefined ? prepared : undefined;
  if (ready) prepared = undefined;
  return (await ready) ?? PdfiumProgram.start(memoryBytes);
}

/** An instance of PDFium as WebAssembly. */
export class PdfiumProgram {
  readonly calls: PdfiumCalls;
  readonly #memory: Memory;
  readonly #growth: Growth;

  /** Starts an instance: for each document, because memory of WebAssembly does not shrink, and to keep documents apart. */
  static async start(memoryBytes: number = defaultMemoryBytes): Promise<PdfiumProgram> {
    const program = await compile();
    const growth: Growth = { denied: false };
    const start = init as unknown as Start;
    const { pdfium, ...calls } = await start({
      print: () => undefined,
      printErr: () => undefined,
      instantiateWasm: (imports, done) => {
        const instance = new WebAssembly.Instance(program, bounded(imports, memoryBytes, growth));
        done(instance);
        return instance.exports;
      },
    });
    calls.PDFiumExt_Init();
    return new PdfiumProgram(calls, pdfium, growth);
  }

  private constructor(calls: PdfiumCalls, memory: Memory, growth: Growth) {
    this.calls = calls;
    this.#memory = memory;
    this.#growth = growth;
  }

  /**
   * The functions without the package's wrappers, which take ten times as long as a short function: for calls per
   * character.
   */
  get exports(): PdfiumExports {
    return this.#memory.wasmExports;
  }

  /** Whether PDFium wanted more memory than it can have. What it made since then may lack parts. */
  get ranOutOfMemory(): boolean {
    return this.#growth.denied;
  }

  /** A view of the memory from `address`. The next call of PDFium can make it invalid. */
  view(address: number, bytes: number): Uint8Array {
    return this.#memory.HEAPU8.subarray(address, address + bytes);
  }

  /**
   * Takes memory. It is released with the instance, or by `free`.
   *
   * @throws OutOfMemory
   */
  allocate(bytes: number): number {
    const address = this.#memory.wasmExports.malloc(bytes);
    if (address === 0) throw new OutOfMemory();
    return address;
  }

  /** Takes memory for a copy of `content`, as `allocate` does. */
  copy(content: Uint8Array): number {
    const address = this.allocate(content.length);
    this.#memory.HEAPU8.set(content, address);
    return address;
  }

  free(address: number): void {
    this.#memory.wasmExports.free(address);
  }

  /** The text at `address`, up to its zero. */
  textAt(address: number): string {
    return this.#memory.UTF8ToString(address);
  }

  /**
   * Makes a function that PDFium can call.
   *
   * @param signature the types of its result and its parameters: `v` for none, `i` for numbers and addresses
   * @returns the address of the function
   */
  callback(call: (...values: number[]) => number | undefined, signature: string): number {
    // The script's own way looks at all 10,000 functions of the table first.
    const { __indirect_function_table: table } = this.#memory.wasmExports;
    return table.grow(1, trampoline(call, signature));
  }
}

/** PDFium has too little memory for a document. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
}

interface Growth {
  denied: boolean;
}

/** Limits how far the memory can grow. */
function bounded({ env, ...imports }: Imports, memoryBytes: number, growth: Growth): WebAssembly.Imports {
  return {
    ...imports,
    env: {
      ...env,
      emscripten_resize_heap: (bytes) => {
        // An unsigned number arrives as a signed one.
        const grown = bytes >>> 0 <= memoryBytes && Boolean(env['emscripten_resize_heap']?.(bytes));
        growth.denied ||= !grown;
        return grown;
      },
    },
  };
}
