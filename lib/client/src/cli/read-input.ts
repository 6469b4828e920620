import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { blob } from 'node:stream/consumers';
import type { FileInput } from '../api-types.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** What the service finds itself: an upload, a result, or a file at a URL. */
const remoteInput = /^(?:(?:upl|file)_[0-9A-Z]{26}$|https?:\/\/)/;

/** The file at `path`, read as it is sent; `-` is standard input. An id or URL is returned as it is. */
export async function openInput(path: string, terminal: Terminal): Promise<FileInput> {
  return remoteInput.test(path) ? path : openFile(path, terminal);
}

export async function openFile(path: string, { stdin }: Terminal): Promise<File> {
  if (path === '-') return new File([await blob(stdin)], 'input');
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The value of an option, or the content of the file it names with `@`. */
export async function readText(value: string): Promise<string> {
  if (!value.startsWith('@')) return value;
  if (value.startsWith('@@')) return value.slice(1);
  const path = value.slice(1);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, cause: unknown): UsageError =>
  new UsageError(`Cannot read ${path}: ${(cause as Error).message}`, { cause });
