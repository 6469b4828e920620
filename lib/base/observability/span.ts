import { AsyncLocalStorage } from 'node:async_hooks';
import { Stopwatch } from './stopwatch.ts';
import { type TraceContext, traceparentOf } from './trace-context.ts';

/** The ids of a span in the logs. None of them is secret. */
export interface SpanIds {
  /** Id of the client's request, as in its `x-request-id`. Also that of the jobs and webhooks that result from it. */
  requestId?: string | undefined;
  jobId?: string | undefined;
  keyId?: string | undefined;
  /** 32 hexadecimal digits (W3C Trace Context). */
  traceId?: string | undefined;
}

/**
 * A span: one request, or one attempt at a job or webhook. Holds the ids that its log lines share, and its
 * measurements.
 */
export class Span {
  readonly startedAt = performance.now();
  readonly stopwatch = new Stopwatch();
  readonly bytes: { input?: number; output?: number } = {};
  /** Input documents of a conversion. */
  documents = 1;
  trace: TraceContext | undefined;
  ids: Omit<SpanIds, 'traceId'>;

  constructor({ trace, ...ids }: SpanStart) {
    this.ids = ids;
    this.trace = trace;
  }

  get milliseconds(): number {
    return Math.round(performance.now() - this.startedAt);
  }
}

export interface SpanStart extends Omit<SpanIds, 'traceId'> {
  trace?: TraceContext | undefined;
}

const current = new AsyncLocalStorage<Span>();

/** Runs a function as one span, to which everything that it calls can add. */
export const inSpan = <T>(start: SpanStart, run: (span: Span) => T): T => {
  const span = new Span(start);
  return current.run(span, () => run(span));
};

/** The caller's span, if any. */
export const currentSpan = (): Span | undefined => current.getStore();

/** Adds ids to the current span. */
export function identify({ trace, ...ids }: SpanStart): void {
  const span = currentSpan();
  if (!span) return;
  Object.assign(span.ids, ids);
  span.trace = trace ?? span.trace;
}

/** The ids of the current span. */
export function currentIds(): SpanIds {
  const span = currentSpan();
  return span ? { ...span.ids, traceId: span.trace?.traceId } : {};
}

/** The origin to store with what the current span creates, so that the logs of both share it. */
export function currentOrigin(): { requestId: string; traceparent: string } | undefined {
  const { ids, trace } = currentSpan() ?? {};
  return ids?.requestId !== undefined && trace
    ? { requestId: ids.requestId, traceparent: traceparentOf(trace) }
    : undefined;
}

/** Runs a stage of the current span and records its duration. */
export const timed = <T>(stage: string, run: () => Promise<T>): Promise<T> =>
  currentSpan()?.stopwatch.time(stage, run) ?? run();

/** Runs a synchronous stage of the current span and records its duration. */
export const timedSync = <T>(stage: string, run: () => T): T => {
  const span = currentSpan();
  return span ? span.stopwatch.timeSync(stage, run) : run();
};

/** Sets the number of documents that the current span converts; 1 by default. */
export function countDocuments(documents: number): void {
  const span = currentSpan();
  if (span) span.documents = documents;
}

/** Adds to the input or output bytes of the current span. */
export function countBytes(direction: 'input' | 'output', bytes: number): void {
  const span = currentSpan();
  if (span) span.bytes[direction] = (span.bytes[direction] ?? 0) + bytes;
}
