import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StatusLine } from '../../src/cli/status-line.ts';

/** A status line, and what it has written. */
function open(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 60 });
  return { status: new StatusLine(stream), written: () => String(stream.read() ?? '') };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('on a terminal', () => {
  it('shows progress and elapsed time', () => {
    const { status, written } = open(true);
    status.show('sending', { sent: 30_000_000, total: 60_000_000 });
    vi.advanceTimersByTime(100);
    expect(written()).toBe('\r\x1b[Ksending [############............]  50%  30.0 of 60.0 MB');
    status.show('converting');
    vi.advanceTimersByTime(3000);
    expect(written().split('\r\x1b[K').at(-1)).toBe('converting 3 s');
    status.note('It rains.');
    expect(written()).toBe('\r\x1b[Kconvert: It rains.\n');
    status.stop();
    expect(written()).toBe('\r\x1b[K');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fits into one line', () => {
    const { status, written } = open(true);
    status.show('x'.repeat(100));
    vi.advanceTimersByTime(100);
    expect(written()).toHaveLength('\r\x1b[K'.length + 59);
  });
});

describe('without a terminal', () => {
  it('writes only permanent lines', () => {
    const { status, written } = open(false);
    status.show('sending', { sent: 1, total: 2 });
    vi.advanceTimersByTime(1000);
    status.note('It rains.');
    status.stop();
    expect(written()).toBe('convert: It rains.\n');
  });
});
