import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { ConformanceChecker } from '#lib/engines/conformance/checker.ts';
import type { LaunchSettings } from '#lib/engines/conformance/launch-settings.ts';
import { archivalPdf } from '../../../support/archival-pdf.ts';
import { koffiFile } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { checkerSettings } from '../../../support/verapdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'java-confinement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const project = join(import.meta.dirname, '../../../..');

/** What the launcher prints, and the program that replaces it: Node.js, which may read itself and the project. */
async function launch(args: readonly string[]): Promise<{ lines: string[]; errors: string }> {
  const inside = join(folder, 'inside');
  mkdirSync(inside, { recursive: true });
  const settings: LaunchSettings = {
    parent: process.pid,
    koffiFile,
    // As Java is started. The kernel would ask for the right to run the loader too.
    program: '/lib64/ld-linux-x86-64.so.2',
    args: [process.execPath, ...args],
    environment: {},
    readable: [
      dirname(dirname(process.execPath)),
      project,
      '/lib',
      '/lib64',
      '/usr/lib',
      '/etc/ssl',
      '/dev/null',
    ],
    writable: [inside],
    maximumFileBytes: 1024 ** 2,
  };
  const child = spawn(process.execPath, [checkerSettings(folder).launcherFile, JSON.stringify(settings)], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { lines: output.trim().split('\n'), errors };
}

describe.skipIf(leftOut('seccomp', 'landlock'))('what replaces the launcher', () => {
  it('reaches no network, no other process and no other files', async () => {
    const script = join(project, 'test/lib/engines/office/libreoffice/confined.ts');
    // This process confines nothing itself. No server listens there: without the filter, the connection is refused.
    const { lines } = await launch([script, koffiFile, join(folder, 'inside'), '9', 'free']);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { outcome: 'launched', confinement: { calls: true, files: true } },
      {
        landlock: true,
        connect: 'EPERM',
        runProgram: 'EPERM',
        signalParent: 'EPERM',
        signalItself: 'done',
        writeOwnFile: 'done',
        writeOtherFile: 'EACCES',
        readOtherFile: 'EACCES',
      },
    ]);
  });

  it('runs no other program', async () => {
    const attempt = "fs.writeSync(1, 'trying\\n'); process.execve('/bin/echo', ['echo', 'ran'], {})";
    const { lines, errors } = await launch(['-e', attempt]);
    expect(lines.slice(1)).toEqual(['trying']);
    expect(errors).toContain('EACCES');
  });
});

describe.skipIf(leftOut('verapdf', 'seccomp', 'landlock'))(
  'the Java of the checker',
  { timeout: 60_000 },
  () => {
    it('is confined, and reads files of its folder only', async () => {
      const own = join(folder, 'own');
      mkdirSync(own);
      const checker = new ConformanceChecker(checkerSettings(own));
      try {
        const bytes = await archivalPdf();
        const inside = join(own, 'file.pdf');
        const outside = join(folder, 'file.pdf');
        for (const path of [inside, outside]) writeFileSync(path, bytes);
        const check = (path: string) =>
          checker.check({ path, flavours: ['2b'] }, { deadline: Date.now() + 30_000 });
        expect(await check(inside)).toMatchObject({ outcome: 'checked', reports: [{ valid: true }] });
        expect(await check(outside)).toEqual({ outcome: 'unreadable' });
        expect(await checker.confinement()).toEqual({ calls: true, files: true });
        expect(threadsOf(own)).toEqual({ filters: ['2'], privileges: ['1'] });
      } finally {
        await checker.close();
      }
    });
  },
);

/** The distinct states of seccomp (2: a filter) and of no_new_privs in the threads of the Java that works in a folder. */
function threadsOf(workFolder: string): { filters: string[]; privileges: string[] } {
  const pid = readdirSync('/proc').find((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`-Djava.io.tmpdir=${workFolder}/`);
    } catch {
      return false;
    }
  });
  const states = readdirSync(`/proc/${pid ?? ''}/task`).map((thread) =>
    readFileSync(`/proc/${pid ?? ''}/task/${thread}/status`, 'utf8'),
  );
  const distinct = (name: string): string[] => [
    ...new Set(states.map((state) => new RegExp(`^${name}:\\t(.*)$`, 'm').exec(state)?.[1] ?? '')),
  ];
  return { filters: distinct('Seccomp'), privileges: distinct('NoNewPrivs') };
}
