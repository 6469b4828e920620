/** The value below which that share (0 to 1) of `values` lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** Runs `work` some times unmeasured, then `count` times; milliseconds of each. */
export async function measure(count: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let warmUp = 0; warmUp < Math.ceil(count / 4); warmUp += 1) await work();
  const times: number[] = [];
  for (let run = 0; run < count; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

const columns = [44, 12, 12, 12, 12, 10, 10];

export function printRow(...cells: string[]): void {
  console.log(
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(columns[at] ?? 0) : cell.padStart(columns[at] ?? 0)))
      .join(''),
  );
}

export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
