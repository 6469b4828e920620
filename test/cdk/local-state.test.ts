import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeStateFolder, stackFile, stateFolder, writeState } from '../../cdk/local-state.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-state-'));
  vi.stubEnv('LOCAL_STATE_DIR', join(folder, 'state'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

it('creates a state folder and files that only this user can read', () => {
  writeState(stackFile(), { keys: {} });
  expect(modeOf(stateFolder())).toBe(0o700);
  expect(modeOf(stackFile())).toBe(0o600);
});

it('restricts an existing state folder to this user', () => {
  makeStateFolder();
  chmodSync(stateFolder(), 0o755);
  makeStateFolder();
  expect(modeOf(stateFolder())).toBe(0o700);
});
