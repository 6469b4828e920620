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

/** Gives up what a document has no use for. What the platform does not have is left out and said. */
export function confine(native: Native, libc: Libc, settings: HostSettings): Confinement {
  try {
    // When memory runs out, the kernel is to choose this process and not the converter.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Without it, the converter's own watch on memory remains.
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
