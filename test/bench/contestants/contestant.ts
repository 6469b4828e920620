import type { TaskStages } from '../stages/task-stages.ts';
import type { Task } from '../tasks/task.ts';

/** What came out of a task. */
export interface Outcome {
  /** PDFs or pictures. */
  files: readonly Uint8Array[];
}

/** Processes that would share one machine, with all that they have started. Several of one name do the same work. */
export interface ProcessGroup {
  name: string;
  pids: readonly number[];
}

/** A contestant of the benchmark: a server, or a program that is started for each task. */
export interface Contestant {
  name: string;
  /** Its version, and what is to be known of how it is called. */
  description: string;
  /** Whether what it can do serves for this task. */
  does(task: Task): boolean;
  /** @throws Error when it fails */
  perform(task: Task): Promise<Outcome>;
  /** Its processes that are there now; of a server, those that have a part in `task` where one is given. */
  processes(task?: Task): readonly ProcessGroup[];
  /** A server's way back to not running at all, so that the next task finds it cold; programs always are. */
  chill?(): Promise<void>;
  /**
   * Seconds × GB that Lambda would bill for what was done since the call before, where that is known. Others are
   * counted as functions of the service's own size that run as long as a task takes.
   */
  billed?(): Promise<number>;
  /** Processes that stand in for services of a cloud. Their processor time is counted apart, without that of {@link processes}. */
  standIns?(): readonly number[];
  /** Where the time of the last task went, where that is known and nothing else ran. */
  stages?(): TaskStages | undefined;
  stop(): Promise<void>;
}
