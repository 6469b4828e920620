import { expect, it, vi } from 'vitest';
import { ProcessorTime } from '#lib/base/threads/processor-time.ts';
import { watchTime } from '#lib/base/threads/watch-time.ts';

const usage = (milliseconds: number) => ({ user: milliseconds * 600, system: milliseconds * 400 });

it('is the usage of a thread since the start of the measurement, in milliseconds', async () => {
  const cpuUsage = vi.fn().mockResolvedValueOnce(usage(5000)).mockResolvedValueOnce(usage(5070));
  expect(await new ProcessorTime({ cpuUsage }).used()).toBe(70);
});

it('counts from zero for a thread that has not started', async () => {
  const cpuUsage = vi.fn().mockRejectedValueOnce(new Error('not running')).mockResolvedValueOnce(usage(30));
  expect(await new ProcessorTime({ cpuUsage }).used()).toBe(30);
});

it('is that of the process for a thread that does not respond', async () => {
  const cpuUsage = vi
    .fn()
    .mockResolvedValueOnce(usage(5000))
    .mockReturnValue(new Promise(() => undefined));
  const time = new ProcessorTime({ cpuUsage });
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 100_000);
  expect(await time.usedAtMost()).toBeGreaterThanOrEqual(100);
});

it.each([
  ['a native call', () => new Promise<never>(() => undefined), 'processor time', 100],
  ['a starved thread', () => Promise.resolve(usage(0)), 'deadline', 100],
  ['a busy thread', () => Promise.resolve(usage(100)), 'processor time', 100],
  ['a native call of a starved process', () => new Promise<never>(() => undefined), 'deadline', 3_600_000],
] as const)(
  'reports at the deadline why %s is not done',
  async (_, response, expected, processorMilliseconds) => {
    const cpuUsage = vi.fn().mockResolvedValueOnce(usage(0)).mockImplementation(response);
    const end = vi.fn();
    const watch = watchTime({ cpuUsage }, { deadline: Date.now() + 300, processorMilliseconds }, end);
    const start = process.cpuUsage();
    while (process.cpuUsage(start).user < 150_000);
    await vi.waitFor(() => expect(end).toHaveBeenCalled(), { timeout: 10_000 });
    watch.stop();
    expect(end).toHaveBeenCalledWith(expected);
  },
);
