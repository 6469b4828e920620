import { lstat } from 'node:fs/promises';

/**
 * A mark of files and folders that changes with any change to them: only root can set a file's change time. Documents
 * are converted by the user that unpacked LibreOffice, so where the platform lacks Landlock, a document that takes over
 * its process could alter what the next document's process loads.
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
