import { lstat } from 'node:fs/promises';

/**
 * A mark of files and folders that changes when anybody changes them: nobody but root can set a file's change time.
 * Documents are converted by the same user that unpacked LibreOffice, so one that takes its process over might alter
 * what the next document's process loads, where the platform lacks Landlock.
 */
export async function changeMark(paths: readonly string[]): Promise<string> {
  const marks = await Promise.all(
    paths.map(async (path) => {
      const { dev, ino, size, ctimeNs } = await lstat(path, { bigint: true });
      return `${dev}:${ino}:${size}:${ctimeNs}`;
    }),
  );
  return marks.join(' ');
}
