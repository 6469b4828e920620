import { functionsOf } from '../contestants/functions-of.ts';
import type { Operation } from '../tasks/task.ts';

/** What a client sees of one task, in milliseconds since the epoch. */
export interface ClientTimes {
  start: number;
  /** When the files that do not fit into the request were in storage. */
  uploaded: number;
  firstByte: number;
  lastByte: number;
}

/** The line with which a function ends a request, a job or a part of one, a rendering or a validation. */
export interface SpanLine {
  service: string;
  /** ISO 8601. */
  timestamp: string;
  milliseconds: number;
  stages?: Readonly<Record<string, number>>;
}

/**
 * Where the time of one task went, in milliseconds: what the client sees, each function as `<function>`, and what it logs as
 * `<function>: <stage>`.
 */
export type TaskStages = Record<string, number>;

/** Milliseconds of each run. */
export type Stages = Record<string, number[]>;

/** @param lines of all functions since the start of the task */
export function taskStages(
  operation: Operation,
  { start, uploaded, firstByte, lastByte }: ClientTimes,
  lines: readonly SpanLine[],
): TaskStages {
  const [endpoint, ...others] = functionsOf[operation];
  const stages: TaskStages = { uploads: uploaded - start };
  for (const line of lines) {
    const folder = [endpoint, ...others].find((each) => each === line.service);
    if (folder === undefined) continue;
    if (folder === endpoint) {
      // The line is written when the response is ready.
      const ready = Date.parse(line.timestamp);
      stages['until the handler'] = ready - line.milliseconds - uploaded;
      stages['from the handler'] = firstByte - ready;
    }
    add(stages, folder, line.milliseconds);
    for (const [stage, time] of Object.entries(line.stages ?? {})) add(stages, `${folder}: ${stage}`, time);
  }
  stages['last byte'] = lastByte - firstByte;
  stages['in all'] = lastByte - start;
  return stages;
}

/** A job of several parts has several lines of one function. */
function add(stages: TaskStages, name: string, time: number): void {
  stages[name] = (stages[name] ?? 0) + time;
}

/** Adds the times of one run. */
export function addStages(stages: Stages, times: Readonly<TaskStages>): void {
  for (const [stage, time] of Object.entries(times)) (stages[stage] ??= []).push(time);
}
