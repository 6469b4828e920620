import { AsyncLocalStorage } from 'node:async_hooks';
import { Stopwatch } from './stopwatch.ts';
import { type TraceContext, traceparentOf } from './trace-context.ts';

/** What a piece of work is found by in the logs. None of it is secret. */
export interface WorkIds {
  /** Of the client's request, as `x-request-id` told it; also of the jobs and webhooks that came of it. */
  requestId?: string | undefined;
  jobId?: string | undefined;
  keyId?: string | undefined;
  /** 32 hexadecimal digits (W3C Trace Context). */
  traceId?: string | undefined;
}

/** One request, or one attempt at a job or webhook: what its log lines have in common, and what it took. */
export class Work {
  readonly startedAt = performance.now();
  readonly stopwatch = new Stopwatch();
  readonly bytes: { input?: number; output?: number } = {};
  /** Input documents of a conversion. */
  documents = 1;
  trace: TraceContext | undefined;
  ids: Omit<WorkIds, 'traceId'>;

  constructor({ trace, ...ids }: WorkStart) {
    this.ids = ids;
    this.trace = trace;
  }

  get milliseconds(): number {
    return Math.round(performance.now() - this.startedAt);
  }
}

export interface WorkStart extends Omit<WorkIds, 'traceId'> {
  trace?: TraceContext | undefined;
}

const current = new AsyncLocalStorage<Work>();

/** Does something as one piece of work, which everything that is called in it can add to. */
export const inWork = <T>(start: WorkStart, run: (work: Work) => T): T => {
  const work = new Work(start);
  return current.run(work, () => run(work));
};

/** The work that the caller is part of, if any. */
export const currentWork = (): Work | undefined => current.getStore();

/** Says by what else the current work is found. */
export function identify({ trace, ...ids }: WorkStart): void {
  const work = currentWork();
  if (!work) return;
  Object.assign(work.ids, ids);
  work.trace = trace ?? work.trace;
}

/** The ids of the current work. */
export function currentIds(): WorkIds {
  const work = currentWork();
  return work ? { ...work.ids, traceId: work.trace?.traceId } : {};
}

/** What is handed on with what the current work makes, so that it is found together with it. */
export function currentOrigin(): { requestId: string; traceparent: string } | undefined {
  const { ids, trace } = currentWork() ?? {};
  return ids?.requestId !== undefined && trace
    ? { requestId: ids.requestId, traceparent: traceparentOf(trace) }
    : undefined;
}

/** Runs a stage of the current work and notes how long it took. */
export const timed = <T>(stage: string, run: () => Promise<T>): Promise<T> =>
  currentWork()?.stopwatch.time(stage, run) ?? run();

/** Runs a stage that holds up its thread. */
export const timedSync = <T>(stage: string, run: () => T): T => {
  const work = currentWork();
  return work ? work.stopwatch.timeSync(stage, run) : run();
};

/** Sets how many documents the current work converts; 1 unless set. */
export function countDocuments(documents: number): void {
  const work = currentWork();
  if (work) work.documents = documents;
}

/** Adds to the bytes that the current work takes in or gives out. */
export function countBytes(direction: 'input' | 'output', bytes: number): void {
  const work = currentWork();
  if (work) work.bytes[direction] = (work.bytes[direction] ?? 0) + bytes;
}
