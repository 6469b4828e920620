import { expect } from 'vitest';

/** How many times larger the large input is. */
const factor = 8;

/** Milliseconds, since kernels may count processor time in ticks of that length. */
const resolution = 10;

/** Milliseconds of processor time of this thread, which other processes do not change. */
async function processorTime(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** The least of several runs: the first ones compile the code, and each can include a garbage collection. */
async function leastTime(work: () => unknown, runs: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await processorTime(work));
  return Math.min(...times);
}

/**
 * Expects the processor time of `work` to grow with its input, and not with the square of it: eight times the input must
 * take less than 24 times the time.
 *
 * @param size of the small input
 * @param inputOf makes an input of this size
 */
export async function expectLinearTime<Input>(
  size: number,
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
): Promise<void> {
  const small = inputOf(size);
  const large = inputOf(size * factor);
  const least = Math.max(await leastTime(() => work(small), 3), resolution);
  expect(await leastTime(() => work(large), 2)).toBeLessThan(3 * factor * least);
}
