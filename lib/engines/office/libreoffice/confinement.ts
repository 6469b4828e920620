import { writeFileSync } from 'node:fs';
import type { Confinement, HostSettings } from './host-protocol.ts';
import { landlockVersion, restrictFiles } from './landlock.ts';
import type { Libc, Native } from '../../../base/processes/native.ts';
import {
  limitResource,
  renouncePrivileges,
  resources,
  setUndumpable,
} from '../../../base/processes/process-control.ts';
import { installFilter } from './seccomp.ts';

/**
 * Gives up the rights that converting a document does not need. Restrictions that the platform lacks are skipped and
 * reported.
 */
export function confine(native: Native, libc: Libc, settings: HostSettings): Confinement {
  try {
    // When memory runs out, the kernel should choose this process over the converter.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Without it, the converter still watches the memory.
  }
  limitResource(native, libc, resources.core, 0);
  limitResource(native, libc, resources.fileSize, settings.maximumFileBytes);
  setUndumpable(native, libc);
  renouncePrivileges(native, libc);
  const files = landlockVersion(libc) > 0;
  if (files) {
    restrictFiles(native, libc, { readable: settings.readable, writable: [settings.folder] });
  }
  try {
    installFilter(native, libc);
    return { calls: true, files };
  } catch {
    return { calls: false, files };
  }
}
