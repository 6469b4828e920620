import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLinux, koffiFile } from '../../../support/libreoffice.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

/** Root may read everything, so the test runs as somebody else. */
function readByChild(...args: string[]): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'undumpable.ts'), koffiFile, ...args],
    {
      env: { SECRET: 'credentials' },
      encoding: 'utf8',
      ...(isRoot && { uid: nobody, gid: nobody }),
    },
  );
  if (stdout === '') throw new Error(stderr);
  return stdout;
}

/** Whether that somebody can read this checkout at all. */
const isReadable = ((): boolean => {
  if (!isLinux) return false;
  if (!isRoot) return true;
  const probe = spawnSync(
    process.execPath,
    ['-e', `fs.accessSync(${JSON.stringify(koffiFile)}, ${constants.R_OK})`],
    {
      uid: nobody,
      gid: nobody,
    },
  );
  return probe.status === 0;
})();

describe.skipIf(!isReadable)('makeUndumpable (x86-64 Linux, checkout readable without root)', () => {
  it("hides a process's environment and memory from its children", () => {
    accessSync(koffiFile);
    expect(readByChild()).toBe('EACCES\nEACCES\n');
  });

  it('is what hides them', () => {
    expect(readByChild('open')).toContain('SECRET=credentials');
  });
});
