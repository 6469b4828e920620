import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { landlockVersion } from '#lib/base/processes/confinement/landlock.ts';
import { loadNative, openLibc } from '#lib/base/processes/native.ts';
import { outputFolder } from '../../layers/folders.ts';
import { koffiFile } from './libreoffice.ts';

/** Names the requirements whose tests are left out on purpose, separated by commas. */
export const optOutVariable = 'TEST_WITHOUT';

/** Returns what is missing and how to get it, or undefined where nothing is. Called on Linux only. */
type Missing = () => string | undefined;

const x64 = (missing: Missing) => (): string | undefined =>
  process.arch === 'x64' ? missing() : `it exists for x86-64 only, and this processor is ${process.arch}`;

const layers = (...names: readonly string[]): Missing =>
  x64(() => {
    const missing = names.filter((name) => !existsSync(join(outputFolder, name)));
    return missing.length === 0
      ? undefined
      : `layers that are not built: ${missing.join(', ')}. Build them with: npm run layers`;
  });

/** The requirements of tests besides Node.js, by their names in `TEST_WITHOUT`. */
export const requirements = {
  linux: () => undefined,
  'x86-64': x64(() => undefined),
  fonts: layers('fonts'),
  libreoffice: layers('libreoffice', 'fonts'),
  chromium: layers('chromium', 'fonts'),
  verapdf: layers('verapdf'),
  landlock: x64(() =>
    landlockVersion(openLibc(loadNative(koffiFile))) > 0
      ? undefined
      : 'this kernel has no Landlock. Use Linux 5.13 or later, booted with landlock in lsm=',
  ),
  seccomp: x64(() =>
    /^Seccomp:/m.test(readFileSync('/proc/self/status', 'utf8'))
      ? undefined
      : 'this kernel has no seccomp (CONFIG_SECCOMP)',
  ),
} as const satisfies Record<string, Missing>;

export type Requirement = keyof typeof requirements;

const isRequirement = (name: string): name is Requirement => Object.hasOwn(requirements, name);

/**
 * Reads the value of `TEST_WITHOUT`.
 *
 * @throws Error for a name that is not a requirement: a typing error must not pass for an opt-out
 */
export function parseOptOut(value = ''): Requirement[] {
  const names = value.split(',').filter((name) => name !== '');
  return names.map((name) => {
    if (isRequirement(name)) return name;
    throw new Error(
      `${optOutVariable} names "${name}". It takes ${Object.keys(requirements).join(', ')}, separated by commas.`,
    );
  });
}

/**
 * Whether tests that need `requirement` are left out: on purpose, or because this is not Linux. On Linux a requirement
 * that is missing without an opt-out is an error, so that no test is skipped unnoticed.
 *
 * @throws Error when the requirement is missing; the message says how to get it
 */
export function isLeftOut(
  requirement: string,
  missing: Missing,
  optedOut: readonly string[],
  platform: NodeJS.Platform,
): boolean {
  if (platform !== 'linux' || optedOut.includes(requirement)) return true;
  const reason = missing();
  if (reason === undefined) return false;
  throw new Error(
    `Tests here need ${requirement}: ${reason}. To leave them out on purpose, set ${optOutVariable}=${requirement}.`,
  );
}

/**
 * Whether tests with these requirements are left out; the condition of `describe.skipIf()` and `it.skipIf()`.
 *
 * @throws Error when one is missing, see `isLeftOut`
 */
export function leftOut(...names: readonly Requirement[]): boolean {
  const optedOut = parseOptOut(process.env[optOutVariable]);
  return names.map((name) => isLeftOut(name, requirements[name], optedOut, process.platform)).includes(true);
}
