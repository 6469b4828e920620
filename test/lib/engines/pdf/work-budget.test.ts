import { describe, expect, it } from 'vitest';
import { timeLimit } from '#lib/engines/pdf/work-budget.ts';

describe('timeLimit', () => {
  it('counts the processor time of the thread, not elapsed time', () => {
    let used = 700;
    const checkpoint = timeLimit(2000, () => used);
    checkpoint();
    used = 2700;
    checkpoint();
    used = 2701;
    expect(checkpoint).toThrow(
      expect.objectContaining({
        code: 'file-too-large',
        predicate: 'exceeds the limit of 2 seconds of CPU time',
      }) as Error,
    );
  });

  it('does not end a waiting thread', () => {
    const checkpoint = timeLimit(400);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    expect(checkpoint).not.toThrow();
  });

  it('ends a busy thread', () => {
    const checkpoint = timeLimit(50);
    expect(() => {
      for (;;) checkpoint();
    }).toThrow('exceeds the limit of 0.05 seconds of CPU time');
  });
});
