import {
  closeSync,
  constants,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
} from 'node:fs';
import { copyFile, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputFault } from '../../../base/input-fault.ts';
import { outputFolderName, outputNameOf } from './host-protocol.ts';

/** Whether a file's first bytes are `text`, in Latin-1. */
export function beginsWith(file: string, text: string): boolean {
  const first = Buffer.alloc(text.length);
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    readSync(descriptor, first, { position: 0 });
  } finally {
    closeSync(descriptor);
  }
  return first.toString('latin1') === text;
}

/** Maximum length of a file name's stem; file systems limit the whole name to 255 bytes. */
const longestStem = 200;

/**
 * A file name with the extension that LibreOffice expects for the format. Non-ASCII names are replaced: LibreOffice
 * opens them only where the C library finds a UTF-8 locale, and the layer has none.
 */
export function plainFileName(name: string, extension: string): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replace(/[/\\]/g, '_')
    .slice(0, longestStem);
  return `${/^[\x20-\x7e]+$/.test(stem) ? stem : 'document'}.${extension}`;
}

/** Adds a second name for a file, or a copy where that name is on another file system or the file has another owner. */
export async function linkOrCopy(file: string, target: string): Promise<void> {
  try {
    linkSync(file, target);
  } catch {
    await copyFile(file, target, constants.COPYFILE_FICLONE);
  }
}

/**
 * Moves a dead host's PDF to its target; false if there is none. The host may have left anything there, even a link to
 * another file: the file must be the one that the host must write.
 */
export async function takePdf(folder: string, target: string): Promise<boolean> {
  const outputs = join(folder, outputFolderName);
  const file = join(outputs, outputNameOf('pdf'));
  if (!found(outputs)?.isDirectory() || !found(file)?.isFile()) return false;
  if (!beginsWith(file, '%PDF')) return false;
  await move(file, target);
  return true;
}

/** A file that a host wrote. */
export interface OutputFile {
  /** The name that the host gave it: untrusted, any text without a slash. */
  name: string;
  path: string;
}

export interface OutputLimits {
  files: number;
  /** Bytes of all files together. */
  bytes: number;
}

/**
 * Moves the files that a dead host wrote to the folder `target`. As with `takePdf`, only regular files in the host's
 * output folder count. They get numbers for names.
 *
 * @returns the files in the order of their names
 * @throws InputFault `file-too-large` when they exceed the limits
 */
export async function takeFiles(folder: string, target: string, limits: OutputLimits): Promise<OutputFile[]> {
  const outputs = join(folder, outputFolderName);
  const names = found(outputs)?.isDirectory() ? await namesIn(outputs, limits.files) : [];
  const taken: OutputFile[] = [];
  let bytes = 0;
  for (const name of names.sort()) {
    const file = found(join(outputs, name));
    if (!file?.isFile()) continue;
    bytes += file.size;
    if (bytes > limits.bytes) {
      throw new InputFault('file-too-large', `has more than ${limits.bytes} bytes in the other format`);
    }
    const path = join(target, `${taken.length}`);
    await move(join(outputs, name), path);
    taken.push({ name, path });
  }
  return taken;
}

async function namesIn(folder: string, most: number): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder)) {
    if (names.push(name) > most) {
      throw new InputFault('file-too-large', `has more than ${most} files in the other format`);
    }
  }
  return names;
}

/** What is at a path, where a link counts as a link; undefined if nothing is. */
const found = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

/** Moves a file; copies it where the target is on another file system. */
async function move(file: string, target: string): Promise<void> {
  try {
    renameSync(file, target);
  } catch {
    await copyFile(file, target);
  }
}
