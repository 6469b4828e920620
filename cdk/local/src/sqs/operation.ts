import type { Arrivals } from './arrivals.ts';
import type { MessageStore } from './message-store.ts';
import type { Input } from './parameters.ts';
import type { Queue } from './queue.ts';

/** What operations work on. */
export interface Sqs {
  queues: ReadonlyMap<string, Queue>;
  messages: MessageStore;
  arrivals: Arrivals;
  /** Start of queue URLs, for instance `http://127.0.0.1:41234`. */
  endpoint: string;
  /** Who sends: the access key of the run. */
  senderId: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** When each queue was last purged. */
  purges: Map<string, number>;
  /** What was moved out of each queue, newest first. */
  moves: Map<string, MessageMove[]>;
}

/** A move out of a dead-letter queue, as `ListMessageMoveTasks` returns it. */
export interface MessageMove {
  Status: 'COMPLETED';
  SourceArn: string;
  DestinationArn?: string;
  ApproximateNumberOfMessagesMoved: number;
  /** Milliseconds since the epoch. */
  StartedTimestamp: number;
}

/**
 * One action of the SQS API: takes the request's JSON and returns the response's.
 *
 * @param signal aborts when the client hangs up or the server stops
 * @throws SqsError
 */
export type Operation = (sqs: Sqs, input: Input, signal: AbortSignal) => object | Promise<object>;
