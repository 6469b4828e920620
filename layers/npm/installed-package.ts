import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { projectFolder } from '../folders.ts';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});

/** One package as npm installed it. `integrity` is the hash of its archive (Subresource Integrity). */
export interface InstalledPackage {
  folder: string;
  version: string;
  integrity: string;
}

/**
 * Finds a package below `node_modules`. npm's own list there of what it installed shows whether it installed the exact
 * archive that `package-lock.json` pins.
 *
 * @throws Error when the package is not installed, or differs from the pinned one
 */
export async function installedPackage(name: string, project = projectFolder): Promise<InstalledPackage> {
  const place = `node_modules/${name}`;
  const pinned = await lockEntry(join(project, 'package-lock.json'), place);
  const installed = await lockEntry(join(project, 'node_modules/.package-lock.json'), place);
  if (pinned?.integrity === undefined || pinned.version === undefined) {
    throw new Error(`package-lock.json does not pin ${name}.`);
  }
  if (installed?.integrity !== pinned.integrity) {
    throw new Error(`${name} ${pinned.version} is not installed as package-lock.json pins it. Run: npm ci`);
  }
  return { folder: join(project, place), version: pinned.version, integrity: pinned.integrity };
}

async function lockEntry(
  file: string,
  place: string,
): Promise<{ version?: string | undefined; integrity?: string | undefined } | undefined> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`${file} does not exist. Run: npm ci`, { cause });
  });
  return lockFile.parse(JSON.parse(text)).packages[place];
}
