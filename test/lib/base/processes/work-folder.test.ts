import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTime } from '#lib/base/processes/process-state.ts';
import { createWorkFolder, sweepWorkFolders } from '#lib/base/processes/work-folder.ts';
import { leftOut } from '../../../support/requirements.ts';

describe.skipIf(leftOut('linux'))('work folders', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'work-folder-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function leave(name: string): string {
    const folder = join(directory, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'document.docx'), 'secret');
    return folder;
  }

  it('are swept when their process has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const folder = leave(`${pid}-12345-1`);
    await sweepWorkFolders(directory);
    expect(existsSync(folder)).toBe(false);
  });

  it('are swept when another process has reused their process id', async () => {
    const folder = leave(`${process.pid}-1-1`);
    await sweepWorkFolders(directory);
    expect(existsSync(folder)).toBe(false);
  });

  it('stay while their process runs', async () => {
    const folder = createWorkFolder(directory);
    expect(basename(folder)).toContain(`${process.pid}-${startTime(process.pid) ?? ''}-`);
    await sweepWorkFolders(directory);
    expect(existsSync(folder)).toBe(true);
  });

  it('does not touch other files', async () => {
    const folder = leave('something-else');
    await sweepWorkFolders(directory);
    expect(existsSync(folder)).toBe(true);
  });
});
