import { confine as confineProcess, type Confinement } from '../../../base/processes/confinement/confine.ts';
import { filterFor, templateFilter } from '../../../base/processes/confinement/seccomp.ts';
import type { Libc, Native } from '../../../base/processes/native.ts';
import { ownDescriptors } from './descriptors.ts';
import type { HostSettings } from './host-protocol.ts';
import type { TemplateSettings } from './template-protocol.ts';

type ConfinementSettings = Pick<HostSettings, 'readable' | 'folder' | 'maximumFileBytes'>;

/**
 * Gives up the rights that converting a document does not need.
 *
 * @param pid of this process. `process.pid` is another one's after a fork.
 */
export const confine = (
  native: Native,
  libc: Libc,
  { readable, folder, maximumFileBytes }: ConfinementSettings,
  pid = process.pid,
): Confinement =>
  confineProcess(native, libc, {
    paths: { readable, writable: [folder] },
    filter: filterFor(pid),
    maximumFileBytes,
  });

/** As `confine`, for a process that reads no documents and forks those that do. */
export const confineTemplate = (
  native: Native,
  libc: Libc,
  { readable, folder, documents, warmUp, maximumFileBytes }: TemplateSettings,
): Confinement =>
  confineProcess(native, libc, {
    paths: { readable: [...readable, ...warmUp, ownDescriptors], writable: [folder, documents] },
    filter: templateFilter(),
    maximumFileBytes,
  });
