import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exclusively } from '../../cdk/exclusively.ts';

describe('exclusively', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'exclusively-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('does one work after the other, and reports once that it waits', async () => {
    const lockFile = join(folder, 'new', 'lock');
    const { promise, resolve } = Promise.withResolvers<string>();
    const waiting = vi.fn();
    const second = vi.fn(() => Promise.resolve('second'));
    const running = exclusively(lockFile, waiting, () => promise);
    const other = exclusively(lockFile, waiting, second);
    await new Promise((wait) => setTimeout(wait, 500));
    expect(second).not.toHaveBeenCalled();
    expect(waiting).toHaveBeenCalledTimes(1);
    resolve('first');
    expect(await Promise.all([running, other])).toEqual(['first', 'second']);
  });

  it('leaves no lock behind when the work fails', async () => {
    const lockFile = join(folder, 'lock');
    const waiting = vi.fn();
    await expect(
      exclusively(lockFile, waiting, () => Promise.reject(new Error('no memory'))),
    ).rejects.toThrow('no memory');
    expect(await exclusively(lockFile, waiting, () => Promise.resolve('done'))).toBe('done');
    expect(waiting).not.toHaveBeenCalled();
  });
});
