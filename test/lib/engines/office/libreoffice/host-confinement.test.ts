import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { freshOptions } from '../../../../support/libreoffice.ts';
import { makeDocx } from '../../../../support/office.ts';
import { leftOut } from '../../../../support/requirements.ts';
import { withoutTracing } from '../../../../support/same-user.ts';

const folder = mkdtempSync(join(tmpdir(), 'host-confinement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Seen {
  confinement: { calls: boolean; files: boolean };
  status: string;
  limits: string;
  maps: string;
  oomScoreAdjustment: string;
  inside: object;
  outside: object;
}

/** Each of these fails when `confine()` omits its part; `confinement.test.ts` shows the effect of each part. */
describe.skipIf(leftOut('libreoffice', 'seccomp', 'landlock'))('a host as the converter starts it', () => {
  let seen: Seen;
  beforeAll(async () => {
    const work = join(folder, 'work');
    mkdirSync(work);
    const document = join(folder, 'outside.docx');
    writeFileSync(document, makeDocx({ text: 'Not for the host' }));
    const script = join(import.meta.dirname, 'host-from-outside.ts');
    const command = withoutTracing(process.execPath, script, work, document);
    const { stdout } = await promisify(execFile)(...command);
    seen = JSON.parse(stdout) as Seen;
  });

  it('reports that the kernel confines it', () => {
    expect(seen.confinement).toEqual({ calls: true, files: true });
  });

  it('makes system calls through a filter', () => {
    expect(seen.status).toMatch(/^Seccomp:\t2$/m);
  });

  it('can gain no privileges', () => {
    expect(seen.status).toMatch(/^NoNewPrivs:\t1$/m);
  });

  it('opens no document outside its folder, and one inside', () => {
    expect(seen.inside).toMatchObject({ event: 'done' });
    expect(seen.outside).toMatchObject({ event: 'failed', stage: 'load' });
  });

  it('hides its memory from other processes of its user', () => {
    // Not `toBe`, which would print all of it.
    expect(seen.maps === 'EACCES').toBe(true);
  });

  it('writes no core dump, and no file beyond its limit', () => {
    expect(seen.limits).toMatch(/^Max core file size +0 +0 /m);
    expect(seen.limits).toMatch(/^Max file size +300000000 +300000000 /m);
  });

  it('is the first process that the kernel ends when memory runs out', () => {
    expect(seen.oomScoreAdjustment).toBe('1000');
  });
});

describe.skipIf(leftOut('libreoffice'))('the environment of a host', () => {
  it('contains no variable of the converter', async () => {
    const converter = new OfficeConverter({
      ...freshOptions(join(folder, 'environment')),
      hostFile: join(import.meta.dirname, 'environment-host.ts'),
    });
    await expect(converter.prepare()).rejects.toThrow(
      /^FONTCONFIG_FILE,HOME,LANG,PATH,SAL_USE_VCLPLUGIN,TMPDIR,TZ$/,
    );
  });
});
