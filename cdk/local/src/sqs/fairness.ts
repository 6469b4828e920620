/** What a fair queue knows about one tenant that has messages in flight. */
export interface InFlight {
  /** Undefined for messages that were sent without a `MessageGroupId`. */
  group: string | undefined;
  messages: number;
  /** Sum of the milliseconds since each of them was received. */
  milliseconds: number;
}

/** A tenant takes a disproportionate share above this part of all. */
const noisyShare = 0.1;
/** Messages in flight below which a tenant's share of them does not count. */
const noisyMessages = 30;
/** How far back processing time counts. AWS says "recent"; the length is an assumption. */
const recentMilliseconds = 300_000;
/** A tenant that has sent nothing for this long is quiet again. */
export const quietAfterMilliseconds = 300_000;

interface Processed {
  group: string | undefined;
  milliseconds: number;
  endedAt: number;
}

/**
 * Finds the noisy tenants of a standard queue, as AWS describes fair queues: a tenant (a `MessageGroupId`) is noisy with
 * more than 10 % of the messages in flight and at least 30 of its own, or with more than 10 % of the recent processing
 * time. Processing time is the time that messages are in flight. It is kept in memory and forgotten with a restart.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
export class Fairness {
  readonly #processed = new Map<string, Processed[]>();

  /** Records that a message is no longer in flight. */
  record(queue: string, processed: Processed): void {
    const list = this.#recent(queue, processed.endedAt);
    list.push(processed);
    this.#processed.set(queue, list);
  }

  /** The noisy tenants, those with the fewest messages in flight first. Times are milliseconds since the epoch. */
  noisyGroups(queue: string, inFlight: readonly InFlight[], now: number): string[] {
    const messages = new Map<string, number>();
    const time = new Map<string, number>();
    let allMessages = 0;
    let allTime = 0;
    const addTime = (group: string | undefined, milliseconds: number) => {
      allTime += milliseconds;
      if (group !== undefined) time.set(group, (time.get(group) ?? 0) + milliseconds);
    };
    for (const { group, milliseconds } of this.#recent(queue, now)) addTime(group, milliseconds);
    for (const { group, messages: count, milliseconds } of inFlight) {
      addTime(group, Math.min(milliseconds, count * recentMilliseconds));
      allMessages += count;
      if (group !== undefined) messages.set(group, count);
    }
    const isNoisy = (group: string): boolean => {
      const own = messages.get(group) ?? 0;
      const exceedsMessages = own >= noisyMessages && own > noisyShare * allMessages;
      return exceedsMessages || (time.get(group) ?? 0) > noisyShare * allTime;
    };
    return [...new Set([...messages.keys(), ...time.keys()])]
      .filter(isNoisy)
      .sort((one, other) => (messages.get(one) ?? 0) - (messages.get(other) ?? 0));
  }

  #recent(queue: string, now: number): Processed[] {
    const list = this.#processed.get(queue) ?? [];
    return list.filter(({ endedAt }) => endedAt > now - recentMilliseconds);
  }
}
