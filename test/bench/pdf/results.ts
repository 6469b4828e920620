import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Deletes the results whose paths begin with `output`, so that no measurement includes the files of another. */
export function removeResults(output: string): void {
  const folder = dirname(output);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(basename(output))) rmSync(join(folder, name));
  }
}
