import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withCoreDumps } from '../../../support/curious-child.ts';
import { koffiFile } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { withoutTracing } from '../../../support/same-user.ts';

function readByChild(...args: string[]): string {
  const script = join(import.meta.dirname, 'hardened.ts');
  const [program, all] = withCoreDumps(process.execPath, [script, koffiFile, ...args]);
  const { stdout, stderr } = spawnSync(...withoutTracing(program, ...all), {
    env: { PATH: process.env['PATH'], SECRET: 'credentials' },
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return stdout;
}

describe.skipIf(leftOut('x86-64'))('hardenProcess', () => {
  it("hides a process's environment and memory from its children, and turns their core dumps off", () => {
    expect(readByChild()).toMatch(
      /^environ EACCES\nmaps EACCES\nmem EACCES\nMax core file size +0 +0 +bytes *\n$/,
    );
  });

  it('is the cause of that', () => {
    const read = readByChild('open');
    expect(read).toContain('SECRET=credentials');
    expect(read).toMatch(/^mem opened\nMax core file size +(unlimited|[1-9])/m);
  });
});
