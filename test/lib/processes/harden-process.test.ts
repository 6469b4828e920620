import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readableWithoutRoot, withCoreDumps, withoutRoot } from '../../support/curious-child.ts';
import { isLinux, koffiFile } from '../../support/libreoffice.ts';

function readByChild(...args: string[]): string {
  const script = join(import.meta.dirname, 'hardened.ts');
  const [program, all] = withCoreDumps(process.execPath, [script, koffiFile, ...args]);
  const { stdout, stderr } = spawnSync(program, all, {
    env: { SECRET: 'credentials' },
    encoding: 'utf8',
    ...withoutRoot,
  });
  if (stdout === '') throw new Error(stderr);
  return stdout;
}

describe.skipIf(!isLinux || !readableWithoutRoot(koffiFile))(
  'hardenProcess (x86-64 Linux, checkout readable without root)',
  () => {
    it("hides a process's environment and memory from its children, and turns their core dumps off", () => {
      expect(readByChild()).toMatch(
        /^environ EACCES\nmaps EACCES\nmem EACCES\nMax core file size +0 +0 +bytes *\n$/,
      );
    });

    it('is what does so', () => {
      const read = readByChild('open');
      expect(read).toContain('SECRET=credentials');
      expect(read).toMatch(/^mem opened\nMax core file size +(unlimited|[1-9])/m);
    });
  },
);
