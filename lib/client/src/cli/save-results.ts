import { open, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileResponse } from '../api-types.ts';
import { type Context, print } from './context.ts';
import { type Destination, requireOne } from './destination.ts';
import { receive } from './receive.ts';
import { codeOf } from './system-errors.ts';
import { writeFile } from './write-file.ts';

/** A conversion succeeded, but its results could not be saved. `cause` is the reason. */
export class UnsavedResultsError extends Error {
  override readonly name = 'UnsavedResultsError';
  /** The results that were not saved. The service keeps them for 24 hours. */
  readonly results: readonly FileResponse[];

  constructor(results: readonly FileResponse[], cause: unknown) {
    super((cause as Error).message, { cause });
    this.results = results;
  }
}

/** A result as `--json` prints it: with the path of the saved file, except for standard output. */
export type SavedResult = FileResponse & { path?: string };

/**
 * Saves the results of a conversion and prints their paths, or with `--json` the response.
 *
 * @param responseOf the response with saved results in place of the results. Default: the results themselves
 */
export async function saveAndPrint(
  results: FileResponse | FileResponse[],
  destination: Destination,
  context: Context,
  responseOf: (saved: SavedResult | SavedResult[]) => unknown = (saved) => saved,
): Promise<void> {
  const saved = await saveResults([results].flat(), destination, context);
  for (const { code, message, url } of saved.flatMap(({ warnings }) => warnings)) {
    context.status.note(`warning: ${[code, message, url].filter(Boolean).join(' ')}`);
  }
  context.status.stop();
  const [first] = saved;
  const response = responseOf(Array.isArray(results) || !first ? saved : first);
  print(
    context,
    response,
    saved.flatMap(({ path }) => path ?? []),
  );
}

/** @throws UnsavedResultsError */
async function saveResults(
  results: readonly FileResponse[],
  destination: Destination,
  context: Context,
): Promise<SavedResult[]> {
  const saved: SavedResult[] = [];
  try {
    if (destination.kind === 'stdout') requireOne(results.length, 'standard output');
    if (destination.kind === 'file') requireOne(results.length, `the file ${destination.path}`);
    for (const result of results) saved.push(await save(result, destination, context));
    return saved;
  } catch (error) {
    throw new UnsavedResultsError(results.slice(saved.length), error);
  }
}

async function save(result: FileResponse, destination: Destination, context: Context): Promise<SavedResult> {
  const bytes = receive(result, context);
  const name = basename(result.fileName);
  switch (destination.kind) {
    case 'stdout':
      await pipeline(bytes, context.terminal.stdout, { end: false });
      return result;
    case 'file':
      await writeFile(destination.path, bytes);
      return { ...result, path: destination.path };
    case 'folder': {
      const path = join(destination.path, name);
      await writeFile(path, bytes);
      return { ...result, path };
    }
    case 'free-names': {
      const path = await reservePath(name);
      try {
        await writeFile(path, bytes);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { ...result, path };
    }
  }
}

/** A free name in the current folder, reserved with an empty file: `report.pdf`, or `report-2.pdf`. */
async function reservePath(name: string): Promise<string> {
  const extension = extname(name);
  for (let number = 1; ; number += 1) {
    const path =
      number === 1 ? name : `${name.slice(0, name.length - extension.length)}-${number}${extension}`;
    try {
      await (await open(path, 'wx')).close();
      return path;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}
