import { lstatSync } from 'node:fs';

/**
 * A mark of files and folders that changes with any change to them: only root can set a file's change time. Documents
 * are converted by the user that unpacked LibreOffice, so where the platform lacks Landlock, a document that takes over
 * its process could alter what the next document's process loads.
 */
export function changeMark(paths: readonly string[]): string {
  const marks = paths.map((path) => {
    const { dev, ino, size, ctimeNs } = lstatSync(path, { bigint: true });
    return `${dev}:${ino}:${size}:${ctimeNs}`;
  });
  return marks.join(' ');
}
