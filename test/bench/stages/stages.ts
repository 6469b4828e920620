/** Milliseconds of each stage's runs. */
export type Stages = Record<string, number[]>;

/** Adds the times of one run. */
export function addStages(stages: Stages, times: Readonly<Record<string, number>>): void {
  for (const [stage, time] of Object.entries(times)) (stages[stage] ??= []).push(time);
}
