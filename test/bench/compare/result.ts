import type { Stages } from '../stages/task-stages.ts';
import type { Operation, Size } from '../tasks/task.ts';

/** What one contestant needed for one task. */
export interface Result {
  contestant: string;
  /** Milliseconds of each run of those that came one at a time, everything warm. */
  warm: number[];
  /** The same of those that found a server not running; none where a server has no such state. */
  cold: number[];
  /** Tasks per second with two clients, each of which sends the next request after its response. */
  throughput: number;
  /** Seconds of processor time for one task, including work after the response. */
  cpuSeconds: number;
  /** Bytes, of all its processes together, at one task. */
  peakMemory: number;
  /** What Lambda bills for one task by time. */
  gbSeconds: number;
  outputBytes: number;
  /** Where the time of each run of {@link warm} went, of contestants that know it. */
  stages?: Stages;
  /** Seconds of processor time for one of these runs, and of what stands in for services of a cloud. */
  cpuOfWarm?: number;
  standInCpuSeconds?: number;
}

export interface Row {
  operation: Operation;
  size: Size;
  description: string;
  results: Result[];
  /** Contestants that cannot do this one, by what they said. */
  failures: Record<string, string>;
}
