import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { systemError, type Libc, type Native } from '../../../base/processes/native.ts';

/**
 * Landlock (linux/landlock.h): a process takes the file system away from itself, except for named folders. Kernels
 * have it since 5.13, not all with it switched on.
 */

const SYS_landlock_create_ruleset = 444;
const SYS_landlock_add_rule = 445;
const SYS_landlock_restrict_self = 446;
const LANDLOCK_CREATE_RULESET_VERSION = 1;
const LANDLOCK_RULE_PATH_BENEATH = 1;

const writeFile = 1 << 1;
const readFile = 1 << 2;
const readFolder = 1 << 3;
const truncate = 1 << 14;

/** The rights that version `version` of the interface knows, as a bit each from 0 on. */
function knownRights(version: number): number {
  const count = version >= 5 ? 16 : version >= 3 ? 15 : version === 2 ? 14 : 13;
  return 2 ** count - 1;
}

export interface AllowedPaths {
  /** Folders and files that may be read. Those that do not exist are left out. */
  readable: readonly string[];
  /** Folders in which everything may be done but running programs. */
  writable: readonly string[];
}

/** The version of Landlock that the kernel offers, 0 without one. */
export function landlockVersion(libc: Libc): number {
  return Math.max(0, libc.syscall(SYS_landlock_create_ruleset, null, 0, LANDLOCK_CREATE_RULESET_VERSION, 0));
}

/**
 * Leaves this thread, and every thread it starts from now on, nothing but `paths`. The process must have renounced
 * privileges before. Threads that run already keep their rights.
 *
 * @throws Error when the kernel refuses; ask `landlockVersion` first
 */
export function restrictFiles(native: Native, libc: Libc, paths: AllowedPaths): void {
  const known = knownRights(landlockVersion(libc));
  const ruleset = libc.syscall(SYS_landlock_create_ruleset, BigUint64Array.of(BigInt(known)), 8, 0, 0);
  if (ruleset < 0) throw systemError(native, 'landlock_create_ruleset');
  const execute = 1;
  const allow = (path: string, rights: number): void => {
    const fileRights = statSync(path).isDirectory() ? known : writeFile | readFile | truncate;
    const descriptor = openSync(path, 'r');
    // struct landlock_path_beneath_attr, packed: the rights, the folder.
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(BigInt(rights & fileRights & known), 0);
    rule.writeInt32LE(descriptor, 8);
    const result = libc.syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0);
    closeSync(descriptor);
    if (result !== 0) throw systemError(native, `landlock_add_rule for ${path}`);
  };
  for (const path of paths.readable) if (existsSync(path)) allow(path, readFile | readFolder);
  for (const path of paths.writable) allow(path, known & ~execute);
  if (libc.syscall(SYS_landlock_restrict_self, ruleset, 0, 0, 0) !== 0) {
    throw systemError(native, 'landlock_restrict_self');
  }
  closeSync(ruleset);
}
