import { writeFileSync } from 'node:fs';
import type { Libc, Native } from '../native.ts';
import { limitResource, renouncePrivileges, resources, setUndumpable } from '../process-control.ts';
import { type AllowedPaths, landlockVersion, restrictFiles } from './landlock.ts';
import { type filterFor, installFilter } from './seccomp.ts';

/** The platform's restrictions in force on a process. */
export interface Confinement {
  /** seccomp: no network, no other processes. */
  calls: boolean;
  /** Landlock: no files except its own and the engine's. */
  files: boolean;
}

/** What a process keeps. */
export interface Rights {
  paths: AllowedPaths;
  filter: ReturnType<typeof filterFor>;
  /** Bytes of a file that it writes. */
  maximumFileBytes: number;
}

/**
 * Gives up the rights of this process that it does not need, for good. Restrictions that the platform lacks are skipped
 * and reported.
 */
export function confine(
  native: Native,
  libc: Libc,
  { paths, filter, maximumFileBytes }: Rights,
): Confinement {
  try {
    // When memory runs out, the kernel should choose this process over the one that started it.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Without it, the engine's memory is still limited. A fork has inherited it.
  }
  limitResource(native, libc, resources.core, 0);
  limitResource(native, libc, resources.fileSize, maximumFileBytes);
  setUndumpable(native, libc);
  renouncePrivileges(native, libc);
  const files = landlockVersion(libc) > 0;
  if (files) restrictFiles(native, libc, paths);
  try {
    installFilter(native, libc, filter);
    return { calls: true, files };
  } catch {
    return { calls: false, files };
  }
}
