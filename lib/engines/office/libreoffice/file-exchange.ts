import { constants } from 'node:fs';
import { copyFile, link, lstat, open, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { outputName } from './host-protocol.ts';

/** Whether a file's first bytes are `text`, in Latin-1. */
export async function beginsWith(file: string, text: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer } = await handle.read({ buffer: Buffer.alloc(text.length), position: 0 });
  return buffer.toString('latin1') === text;
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
  await link(file, target).catch(() => copyFile(file, target, constants.COPYFILE_FICLONE));
}

/**
 * Moves a dead host's PDF to its target; false if there is none. The host may have left anything there, even a link to
 * another file: the file must be the one that the host was told to write.
 */
export async function takePdf(folder: string, target: string): Promise<boolean> {
  const file = join(folder, outputName);
  try {
    if (!(await lstat(file)).isFile()) return false;
    if ((await realpath(file)) !== join(await realpath(folder), outputName)) return false;
  } catch {
    return false;
  }
  if (!(await beginsWith(file, '%PDF'))) return false;
  // A copy where the target is on another file system.
  await rename(file, target).catch(() => copyFile(file, target));
  return true;
}
