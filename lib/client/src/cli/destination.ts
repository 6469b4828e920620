import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { reasonOf, undefinedIfMissing } from './system-errors.ts';
import { UsageError } from './terminal.ts';

/** Where results are written. */
export type Destination =
  | { kind: 'stdout' }
  | { kind: 'file'; path: string }
  /** Each result under its own name. */
  | { kind: 'folder'; path: string }
  /** The current folder, under names that are not taken. */
  | { kind: 'free-names' };

/**
 * The destination that `-o` names. Nothing is created yet, so that a conversion that fails leaves nothing behind.
 *
 * @param count number of results; undefined if the input decides. A new name without an extension is then a folder.
 * @throws UsageError when results cannot be written there
 */
export async function destinationOf(
  output: string | undefined,
  count: number | undefined,
): Promise<Destination> {
  if (output === undefined) {
    await requireWritable('.', 'the current folder');
    return { kind: 'free-names' };
  }
  if (output === '') throw new UsageError('The value of --output is empty.');
  if (output === '-' || output === '/dev/stdout') {
    requireOne(count, 'standard output');
    return { kind: 'stdout' };
  }
  const existing = await stat(output).catch(undefinedIfMissing).catch(unwritable(output));
  if (existing?.isDirectory()) {
    await requireWritable(output, output);
    return { kind: 'folder', path: output };
  }
  if (/[/\\]$/.test(output) || (!existing && count !== 1 && extname(output) === '')) {
    await requireCreatable(output, output);
    return { kind: 'folder', path: output };
  }
  requireOne(count, `the file ${output}`);
  if (existing) await requireWritable(output, output);
  else await requireCreatable(dirname(output), output);
  return { kind: 'file', path: output };
}

/** @throws UsageError when there are several results */
export function requireOne(count: number | undefined, place: string): void {
  if (count !== undefined && count > 1)
    throw new UsageError(`Cannot write ${count} results to ${place}. Specify a folder: -o folder/`);
}

const requireWritable = (path: string, output: string): Promise<void> =>
  access(path, constants.W_OK).catch(unwritable(output));

/** Requires that the nearest existing folder of `folder` is writable. */
async function requireCreatable(folder: string, output: string): Promise<void> {
  const existing = await stat(folder).catch(undefinedIfMissing).catch(unwritable(output));
  if (!existing) return requireCreatable(dirname(resolve(folder)), output);
  if (!existing.isDirectory()) throw new UsageError(`Cannot write to ${output}: ${folder} is not a folder.`);
  await requireWritable(folder, output);
}

const unwritable =
  (output: string) =>
  (error: unknown): never => {
    throw new UsageError(`Cannot write to ${output}: ${reasonOf(error)}`, { cause: error });
  };
