import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversionClient } from '#lib/client/src/index.ts';
import type { Checks } from '../checks.ts';
import type { CagedFunction } from './caged-function.ts';
import type { CageFigures } from './cage.ts';
import { conversions, convert, type Keep, type Look } from './conversions.ts';

/** Seconds that all cages stay frozen before some rounds: longer than any connection is kept open, in the end. */
const longFreezes: Readonly<Record<number, number>> = { 2: 6, 4: 20, 7: 45 };

/** Milliseconds that Lambda gives a function to start, before it begins anew within the first invocation. */
const longestStart = 10_000;

const names = Object.keys(conversions);

/** Converts everything once. */
export async function convertOnce(
  client: ConversionClient,
  checks: Checks,
  keep: Keep | undefined,
): Promise<ReadonlyMap<string, Look[]>> {
  const looks = new Map<string, Look[]>();
  for (const name of names)
    await checks.that(name, async () => looks.set(name, await convert(name, client, keep)));
  return looks;
}

/** Converts everything in rounds, and compares each result with the expected one. */
export async function convertInRounds(
  rounds: number,
  client: ConversionClient,
  checks: Checks,
  expected: ReadonlyMap<string, Look[]>,
  keep: Keep | undefined,
): Promise<void> {
  const failures = new Map<string, string[]>(names.map((name) => [name, []]));
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    await sleep((longFreezes[round] ?? 0) * 1000);
    for (const name of names) {
      const start = performance.now();
      try {
        const looks = await convert(name, client, round === 1 ? keep : undefined);
        assert.deepEqual(looks, expected.get(name));
      } catch (error) {
        failures.get(name)?.push(`round ${round}: ${(error as Error).message}`);
      }
      times.get(name)?.push(performance.now() - start);
    }
  }
  for (const name of names) {
    const [first = 0, ...further] = times.get(name) ?? [];
    const median = further.toSorted((a, b) => a - b)[Math.floor(further.length / 2)];
    const then = median === undefined ? '' : `, then ${seconds(median)} in the middle`;
    await checks.that(`${rounds} × ${name}, all as outside (first ${seconds(first)}${then})`, () => {
      assert.deepEqual(failures.get(name), []);
    });
  }
}

/** Looks at what a stopped function needed. */
export async function checkFigures(
  name: string,
  { figures, invocations, streams, isStreaming }: CagedFunction,
  checks: Checks,
): Promise<void> {
  const [only, ...further] = figures;
  await checks.that(`${name} started once, in time, and nothing ran out of memory`, () => {
    assert.ok(only && invocations > 0, 'It was never started.');
    assert.equal(further.length, 0, `It ended and was started again, ${further.length} times.`);
    assert.equal(only.outOfMemoryKills, 0);
    assert.ok(only.coldStartWork < longestStart, `Its start took ${seconds(only.coldStartWork)} of work.`);
    // Between one event and the next, and after the last.
    assert.equal(only.freezes, invocations);
  });
  await checks.that(`${name} ${isStreaming ? 'streamed all' : 'buffered all'} of its responses`, () => {
    assert.equal(streams, isStreaming ? invocations : 0);
  });
  if (only) console.log(`         ${describe(only, invocations)}`);
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

const describe = (figures: CageFigures, invocations: number): string =>
  [
    `start ${seconds(figures.coldStart)} (${seconds(figures.coldStartWork)} of work)`,
    `${invocations} invocations`,
    `memory ${megabytes(figures.workingPeak)}, with pages of files ${megabytes(figures.memoryPeak)}`,
    `/tmp ${megabytes(figures.storagePeak)}`,
    `${figures.threadsPeak} threads`,
  ].join(', ');
