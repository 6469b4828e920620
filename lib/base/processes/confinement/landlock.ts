import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { systemError, type Libc, type Native } from '../native.ts';

/**
 * Landlock (linux/landlock.h): a process restricts its own file system access to named folders. Kernels support it
 * since 5.13, but not all enable it.
 */

const SYS_landlock_create_ruleset = 444;
const SYS_landlock_add_rule = 445;
const SYS_landlock_restrict_self = 446;
const LANDLOCK_CREATE_RULESET_VERSION = 1;
const LANDLOCK_RULE_PATH_BENEATH = 1;

const execute = 1 << 0;
const writeFile = 1 << 1;
const readFile = 1 << 2;
const readFolder = 1 << 3;
const truncate = 1 << 14;

/** The rights in Landlock ABI version `version`, one bit each from bit 0. */
function knownRights(version: number): number {
  const count = version >= 5 ? 16 : version >= 3 ? 15 : version === 2 ? 14 : 13;
  return 2 ** count - 1;
}

export interface AllowedPaths {
  /** Programs that may be run. Default: none. */
  executable?: readonly string[];
  /** Folders and files that may be read. Missing ones are skipped. */
  readable: readonly string[];
  /** Folders with full access, except for running programs. */
  writable: readonly string[];
}

/** The kernel's Landlock ABI version; 0 without Landlock. */
export function landlockVersion(libc: Libc): number {
  return Math.max(0, libc.syscall(SYS_landlock_create_ruleset, null, 0, LANDLOCK_CREATE_RULESET_VERSION, 0));
}

/**
 * Restricts this thread, and every thread it starts from now on, to `paths`. The process must have set no_new_privs
 * before. Threads that already run keep their rights.
 *
 * @throws Error when the kernel rejects it; call `landlockVersion` first
 */
export function restrictFiles(native: Native, libc: Libc, paths: AllowedPaths): void {
  const known = knownRights(landlockVersion(libc));
  const ruleset = libc.syscall(SYS_landlock_create_ruleset, BigUint64Array.of(BigInt(known)), 8, 0, 0);
  if (ruleset < 0) throw systemError(native, 'landlock_create_ruleset');
  const allow = (path: string, rights: number): void => {
    const fileRights = statSync(path).isDirectory() ? known : execute | writeFile | readFile | truncate;
    const descriptor = openSync(path, 'r');
    // struct landlock_path_beneath_attr, packed: the rights, the folder.
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(BigInt(rights & fileRights & known), 0);
    rule.writeInt32LE(descriptor, 8);
    const result = libc.syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0);
    closeSync(descriptor);
    if (result !== 0) throw systemError(native, `landlock_add_rule for ${path}`);
  };
  for (const path of paths.executable ?? []) allow(path, execute | readFile);
  for (const path of paths.readable) if (existsSync(path)) allow(path, readFile | readFolder);
  for (const path of paths.writable) allow(path, known & ~execute);
  if (libc.syscall(SYS_landlock_restrict_self, ruleset, 0, 0, 0) !== 0) {
    throw systemError(native, 'landlock_restrict_self');
  }
  closeSync(ruleset);
}
