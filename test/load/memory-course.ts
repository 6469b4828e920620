import type { Sample } from './process-samples.ts';

/** How the memory of one process went. */
export interface Course {
  name: string;
  pid: number;
  /** Minutes between its first and its last sample. */
  minutes: number;
  /** Bytes; the middle of its second quarter, and of its last. */
  early: number;
  late: number;
  /** Bytes a minute in the second half of its life, by least squares. */
  slope: number;
}

export interface TimedSamples {
  /** Milliseconds since the epoch. */
  at: number;
  samples: readonly Sample[];
}

/** Fewer samples than this say nothing. */
const fewestSamples = 12;

/** The course of each process that lived long enough to have one. */
export function memoryCourses(timed: readonly TimedSamples[]): Course[] {
  const points = timed.flatMap(({ at, samples }) => samples.map((sample) => ({ at, ...sample })));
  return [...Map.groupBy(points, ({ pid }) => pid).values()].flatMap((own) => {
    const [first] = own;
    const last = own.at(-1);
    if (!first || !last || own.length < fewestSamples) return [];
    const quarter = Math.floor(own.length / 4);
    const half = own.slice(-2 * quarter);
    return [
      {
        name: first.name,
        pid: first.pid,
        minutes: (last.at - first.at) / 60_000,
        early: median(own.slice(quarter, 2 * quarter).map(({ memory }) => memory)),
        late: median(own.slice(-quarter).map(({ memory }) => memory)),
        slope: slopeOf(half.map(({ at, memory }) => [at / 60_000, memory])),
      },
    ];
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean(([each]) => each), mean(([, each]) => each)];
  const spread = points.reduce((sum, [each]) => sum + (each - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}
