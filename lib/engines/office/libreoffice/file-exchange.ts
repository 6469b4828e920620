import { constants } from 'node:fs';
import { copyFile, link, lstat, open, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { outputName, type DocumentKind } from './host-protocol.ts';

/** Whether a file's first bytes are `text`, in Latin-1. */
export async function beginsWith(file: string, text: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer } = await handle.read({ buffer: Buffer.alloc(text.length), position: 0 });
  return buffer.toString('latin1') === text;
}

/** The most of a file name's stem; file systems take 255 bytes for the whole. */
const longestStem = 200;

/**
 * A name for the file system, with the ending that LibreOffice expects of this kind. Names that are not ASCII are lost:
 * LibreOffice opens them only where the C library finds a UTF-8 locale, and it brings none.
 */
export function plainFileName(name: string, kind: DocumentKind): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replace(/[/\\]/g, '_')
    .slice(0, longestStem);
  return `${/^[\x20-\x7e]+$/.test(stem) ? stem : 'document'}.${kind}`;
}

/** Gives a file a second name, or a copy where that name is on another file system or the file is not ours. */
export async function linkOrCopy(file: string, target: string): Promise<void> {
  await link(file, target).catch(() => copyFile(file, target, constants.COPYFILE_FICLONE));
}

/**
 * Moves a dead host's PDF to its place; false when there is none. The host may have left anything there, a link to
 * another file too: it has to be the file that it was told to write.
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
