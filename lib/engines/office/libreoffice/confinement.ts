import { writeFileSync } from 'node:fs';
import { ownDescriptors } from './descriptors.ts';
import type { Confinement, HostSettings } from './host-protocol.ts';
import { type AllowedPaths, landlockVersion, restrictFiles } from './landlock.ts';
import type { Libc, Native } from '../../../base/processes/native.ts';
import {
  limitResource,
  renouncePrivileges,
  resources,
  setUndumpable,
} from '../../../base/processes/process-control.ts';
import { filterFor, installFilter, templateFilter } from './seccomp.ts';
import type { TemplateSettings } from './template-protocol.ts';

type ConfinementSettings = Pick<HostSettings, 'readable' | 'folder' | 'maximumFileBytes'>;

/**
 * Gives up the rights that converting a document does not need. Restrictions that the platform lacks are skipped and
 * reported.
 *
 * @param pid of this process. `process.pid` is another one's after a fork.
 */
export function confine(
  native: Native,
  libc: Libc,
  { readable, folder, maximumFileBytes }: ConfinementSettings,
  pid = process.pid,
): Confinement {
  return restrict(native, libc, maximumFileBytes, { readable, writable: [folder] }, filterFor(pid));
}

/** As `confine`, for a process that reads no documents and forks those that do. */
export function confineTemplate(
  native: Native,
  libc: Libc,
  { readable, folder, documents, warmUp, maximumFileBytes }: TemplateSettings,
): Confinement {
  const paths = { readable: [...readable, ...warmUp, ownDescriptors], writable: [folder, documents] };
  return restrict(native, libc, maximumFileBytes, paths, templateFilter());
}

function restrict(
  native: Native,
  libc: Libc,
  maximumFileBytes: number,
  paths: AllowedPaths,
  filter: ReturnType<typeof filterFor>,
): Confinement {
  try {
    // When memory runs out, the kernel should choose this process over the converter.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Without it, the converter still watches the memory. A fork has inherited it.
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
