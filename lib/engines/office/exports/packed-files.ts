import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createDeflateRaw } from 'node:zlib';
import { safeFileName, withExtension, withoutExtension } from '../../../base/file-name.ts';
import type { OutputFile } from '../libreoffice/file-exchange.ts';
import { through } from '../through.ts';
import { newEntry, ZipWriter } from '../zip-writer.ts';

/**
 * Writes a ZIP file. Holds one piece of a file at a time.
 *
 * @param files with different names
 */
export async function packFiles(
  files: readonly OutputFile[],
  target: string,
  signal: AbortSignal,
): Promise<void> {
  await using file = await open(target, 'wx');
  const zip = new ZipWriter(file);
  for (const { name, path } of files) {
    signal.throwIfAborted();
    await zip.add(newEntry(name), createReadStream(path) as AsyncIterable<Buffer>, (content) =>
      through(content, createDeflateRaw()),
    );
  }
  await zip.finish();
}

/** Characters that Windows does not allow in names. */
const reserved = /[<>:"/\\|?*\p{Cc}]/gu;

/**
 * Names for files in a folder of any system, which ignore the case of letters.
 *
 * @param names of any content
 * @param extension with its period
 */
export function fileNames(names: readonly string[], extension: string): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const stem = safeFileName(withoutExtension(name, extension).replaceAll(reserved, '_')) || `${index + 1}`;
    let result = withExtension(stem, extension);
    for (let count = 2; taken.has(result.toLowerCase()); count += 1) {
      result = withExtension(`${stem} (${count})`, extension);
    }
    taken.add(result.toLowerCase());
    return result;
  });
}
