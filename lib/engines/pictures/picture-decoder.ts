import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareOnce } from '../../base/prepare-once.ts';

type Start<Program> = (options: {
  noInitialRun: boolean;
  wasmBinary: Uint8Array;
  printErr: () => void;
}) => Promise<Program>;

/**
 * Starts a program as WebAssembly, with a new instance for each picture, because memory of WebAssembly does not shrink. The
 * program is read once in a process.
 *
 * @param script of a package, whose declarations need those of browsers
 * @param url of the program, from `import.meta.resolve`; a bundle has the file beside it
 * @returns what does the work; it returns undefined if the program runs out of memory, or leaves its memory
 */
export function pictureDecoder<Program>(
  script: unknown,
  url: string,
): <T>(work: (program: Program) => T) => Promise<T | undefined> {
  const start = script as Start<Program>;
  const readProgram = prepareOnce(() => readFile(fileURLToPath(url)));
  return async (work) => {
    const program = await start({
      noInitialRun: true,
      wasmBinary: await readProgram(),
      printErr: () => undefined,
    });
    try {
      return work(program);
    } catch {
      return undefined;
    }
  };
}
