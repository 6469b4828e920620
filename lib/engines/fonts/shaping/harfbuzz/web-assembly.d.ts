/** The part of WebAssembly that is used. TypeScript declares it among the objects of browsers only. */
declare namespace WebAssembly {
  /** A compiled program. Threads can share it. */
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- it has no members
  class Module {
    constructor(bytes: Uint8Array);
  }

  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Readonly<Record<string, unknown>>;
  }

  interface Memory {
    readonly buffer: ArrayBuffer;
    /** @throws RangeError when there is no more memory */
    grow(pages: number): number;
  }

  interface Table {
    /** @returns the length before: the place of the first of the new entries, which are all `value` */
    grow(entries: number, value: unknown): number;
  }

  type Imports = Readonly<
    Record<string, Readonly<Record<string, (...values: number[]) => number | boolean | undefined>>>
  >;

  /** What a program throws that aborts, or leaves its memory. */
  class RuntimeError extends Error {}

  /** @throws Error when the bytes are not a program */
  function compile(bytes: Uint8Array): Promise<Module>;
}
