import { randomBytes } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { mkdir, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf, undefinedIfMissing } from './system-errors.ts';

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const permissionBits = 0o777;

/**
 * Writes a file, and creates its folder if missing. A regular file is replaced once all bytes are written, and keeps its
 * mode; symbolic links are followed. Devices, named pipes and other special files are written to directly.
 */
export async function writeFile(path: string, bytes: Bytes): Promise<void> {
  const existing = await stat(path).catch(undefinedIfMissing);
  if (existing && !existing.isFile()) return pipeline(bytes, createWriteStream(path));
  await replaceFile(await targetOf(path), existing, bytes);
}

async function replaceFile(path: string, existing: Stats | undefined, bytes: Bytes): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.convert-${randomBytes(8).toString('hex')}.part`);
  const file = await open(temporary, 'wx').catch((error: unknown) => {
    // In a read-only folder, a file can be overwritten but not replaced.
    if (existing && ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  });
  if (!file) return pipeline(bytes, createWriteStream(path));
  try {
    if (existing) await file.chmod(existing.mode & permissionBits);
    await pipeline(bytes, file.createWriteStream());
    await rename(temporary, path);
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The path behind symbolic links. The file itself need not exist. */
async function targetOf(path: string): Promise<string> {
  const target = await realpath(path).catch(undefinedIfMissing);
  if (target !== undefined) return target;
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? path : targetOf(resolve(dirname(path), link));
}
