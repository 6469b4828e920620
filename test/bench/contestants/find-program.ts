import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is that the shell would find, or that is named by its path. */
export function findProgram(name: string): string | undefined {
  const folders = name.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
