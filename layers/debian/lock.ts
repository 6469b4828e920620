import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { IndexedPackage } from './control.ts';

const lockedPackage = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9+.-]+$/),
  version: z.string().regex(/^[0-9A-Za-z.+~:-]+$/),
  size: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const lockedJar = z.strictObject({
  /** Maven's coordinates. */
  group: z.string().regex(/^[a-z0-9.-]+$/),
  artifact: z.string().regex(/^[a-z0-9.-]+$/),
  version: z.string().regex(/^[0-9A-Za-z.-]+$/),
  size: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A library of Java from Maven Central. */
export type LockedJar = z.infer<typeof lockedJar>;

const lockFile = z.strictObject({
  /** Debian release and architecture of the versions. */
  suite: z.string().regex(/^[a-z]+$/),
  architecture: z.literal('amd64'),
  /** Layer → the packages that contribute a file to it. */
  layers: z.record(z.string(), z.array(lockedPackage).min(1)),
  /** Layer → the libraries of Java in it. */
  jars: z.record(z.string(), z.array(lockedJar).min(1)),
});

/** The exact packages that the layers are built from. */
export type PackageLock = z.infer<typeof lockFile>;

/** The command that creates a new lock file. Every error about a lock that cannot be satisfied names it. */
export const updateLockCommand = 'node layers/update-lock.ts';

/** Parses the text of a lock file. A package may appear only once per layer. */
export function parseLock(text: string): PackageLock {
  const lock = lockFile.parse(JSON.parse(text));
  for (const [layer, packages] of Object.entries(lock.layers)) {
    const names = packages.map(({ name }) => name);
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) throw new Error(`The lock names ${repeated} twice in the layer ${layer}.`);
  }
  return lock;
}

export async function readLock(file: string): Promise<PackageLock> {
  const text = await readFile(file, 'utf8');
  try {
    return parseLock(text);
  } catch (cause) {
    throw new Error(`${file} is not a valid package lock. Create a new one with: ${updateLockCommand}`, {
      cause,
    });
  }
}

/** The packages of one layer. */
export function lockedPackages(lock: PackageLock, layer: string): IndexedPackage[] {
  const packages = lock.layers[layer];
  if (!packages) throw new Error(`The package lock knows no layer "${layer}". Run: ${updateLockCommand}`);
  return packages;
}

/** The libraries of Java in one layer. */
export const lockedJars = (lock: PackageLock, layer: string): readonly LockedJar[] => lock.jars[layer] ?? [];

/** Formats a lock deterministically: equal content gives equal text. */
export function formatLock(lock: PackageLock): string {
  const layers = Object.entries(lock.layers)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([layer, packages]) => [
      layer,
      packages
        .map(({ name, version, size, sha256 }) => ({ name, version, size, sha256 }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    ]);
  const jars = Object.entries(lock.jars).map(([layer, list]) => [
    layer,
    list
      .map(({ group, artifact, version, size, sha256 }) => ({ group, artifact, version, size, sha256 }))
      .sort((one, other) => (one.artifact < other.artifact ? -1 : 1)),
  ]);
  const sorted = {
    ...lock,
    layers: Object.fromEntries(layers) as object,
    jars: Object.fromEntries(jars) as object,
  };
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

/** A pinned package that left the mirrors, and the version that replaced it there. */
export interface Replacement {
  readonly pinned: IndexedPackage;
  readonly current: IndexedPackage;
}

/**
 * Finds the pinned versions that the mirrors no longer have. Debian removes a version from them when a newer one
 * replaces it.
 *
 * @param available every version that the mirrors have of these packages, the one that apt would install first
 * @throws Error when a mirror has a pinned version with another hash, or no version of a package; the message lists these
 */
export function findReplacements(
  pinned: readonly IndexedPackage[],
  available: readonly IndexedPackage[],
): Replacement[] {
  const faults: string[] = [];
  const replacements: Replacement[] = [];
  for (const pin of pinned) {
    const { name, version, sha256 } = pin;
    const versions = available.filter((other) => other.name === name);
    const same = versions.find((other) => other.version === version);
    const [current] = versions;
    if (!current) faults.push(`${name} ${version}: the mirrors have no version of it`);
    else if (!same) replacements.push({ pinned: pin, current });
    else if (same.sha256 !== sha256) {
      faults.push(
        `${name} ${version}: its SHA-256 is ${same.sha256} on the mirror and ${sha256} in the lock`,
      );
    }
  }
  if (faults.length > 0) {
    throw new Error(
      `The package lock cannot be met:\n  ${faults.join('\n  ')}\nTake the current versions with: ${updateLockCommand}`,
    );
  }
  return replacements;
}
