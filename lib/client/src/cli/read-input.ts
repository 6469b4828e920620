import { constants, createReadStream, openAsBlob } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { blob } from 'node:stream/consumers';
import type { FileInput } from '../api-types.ts';
import { reasonOf } from './system-errors.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** What the service finds itself: an upload, a result, or a file at a URL. */
const remoteInput = /^(?:(?:upl|file)_[0-9A-Z]{26}$|https?:\/\/)/;

/** Name of a file that has none, such as standard input. */
const unnamed = 'input';

/** The file at `path`, read as it is sent; `-` is standard input. An id or URL is returned as it is. */
export async function openInput(path: string, terminal: Terminal): Promise<FileInput> {
  return remoteInput.test(path) ? path : openFile(path, terminal);
}

/**
 * The file at `path`. Standard input, pipes and other special files are read into memory.
 *
 * @throws UsageError when it cannot be read; the reason of the terminal's signal when it aborts
 */
export async function openFile(path: string, { stdin, signal }: Terminal): Promise<File> {
  if (isStandardInput(path)) return new File([await blobOf(stdin, signal)], unnamed);
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new UsageError(`${path} is a folder. Specify a file.`);
    await access(path, constants.R_OK);
    // Files of /proc have content, but no size.
    if (stats.isFile() && stats.size > 0) return new File([await openAsBlob(path)], basename(path));
    return new File(
      [await blobOf(createReadStream(path), signal)],
      stats.isFile() ? basename(path) : unnamed,
    );
  } catch (error) {
    if (error instanceof UsageError || signal.aborted) throw error;
    throw unreadable(path, error);
  }
}

async function blobOf(stream: Readable, signal: AbortSignal): Promise<Blob> {
  return blob(addAbortSignal(signal, stream));
}

/** @throws UsageError when more than one of `paths` is standard input */
export function requireOneStandardInput(paths: readonly string[]): void {
  if (paths.filter(isStandardInput).length > 1)
    throw new UsageError('Standard input can be used for one file only.');
}

const isStandardInput = (path: string): boolean => path === '-' || path === '/dev/stdin';

/**
 * The value of an option, or the content of the file it names with `@`. A single line is returned without its line break,
 * which editors and `echo` add.
 */
export async function readText(value: string): Promise<string> {
  if (!value.startsWith('@')) return value;
  if (value.startsWith('@@')) return value.slice(1);
  const path = value.slice(1);
  try {
    return (await readFile(path, 'utf8')).replace(/^([^\r\n]*)\r?\n$/, '$1');
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, cause: unknown): UsageError =>
  new UsageError(`Cannot read ${path}: ${reasonOf(cause)}`, { cause });
