import { setTimeout as sleep } from 'node:timers/promises';
import { imageSize } from '#lib/html/image-size.ts';
import { pageTexts } from '../../support/pdf.ts';
import type { Contestant } from './contestant.ts';
import type { Sample } from './sample.ts';

export interface Result {
  /** Milliseconds of each run. */
  times: number[];
  /** What came out. */
  output: string;
}

/** Milliseconds after each rendering, for what goes on behind it to end: it is not the next one's. */
const pause = 250;

/** Who takes longer than this, in milliseconds, has this many runs at most. */
const slow = { milliseconds: 3_000, runs: 3 } as const;

/**
 * Has every contestant that can make it render the same, one after another, and begins with another one in each round.
 *
 * @returns by the contestants' names
 */
export async function renderInTurn(
  contestants: readonly Contestant[],
  sample: Sample,
  rounds: number,
): Promise<Record<string, Result>> {
  const results = new Map<Contestant, Result>();
  for (const contestant of contestants) {
    const bytes = await contestant.render(sample);
    if (!bytes) continue;
    results.set(contestant, { times: [], output: await describe(bytes) });
  }
  const entries = [...results];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % entries.length;
    for (const [contestant, { times }] of [...entries.slice(first), ...entries.slice(0, first)]) {
      const isSlow = times.length >= slow.runs && Math.min(...times) > slow.milliseconds;
      if (!isSlow) times.push(await timeOf(contestant, sample));
    }
  }
  return Object.fromEntries(entries.map(([{ name }, result]) => [name, result]));
}

async function timeOf(contestant: Contestant, sample: Sample): Promise<number> {
  await sleep(pause);
  const start = performance.now();
  await contestant.render(sample);
  return performance.now() - start;
}

/** @throws Error for what is neither a PDF nor a picture */
async function describe(bytes: Uint8Array): Promise<string> {
  const content = Buffer.from(bytes);
  const size = `${Math.ceil(content.length / 1000)} kB`;
  if (content.toString('latin1', 0, 5) === '%PDF-')
    return `${(await pageTexts(content)).length} pages, ${size}`;
  const { width, height } = imageSize(content);
  return `${width} × ${height}, ${size}`;
}
