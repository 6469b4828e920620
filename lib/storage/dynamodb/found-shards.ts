import type { SlotRequest } from '../../activity/activity.ts';
import { shardCount } from './slot-items.ts';

/**
 * Milliseconds for which the shard of a free slot is tried first. Then it is the first one again, whose item counts a call
 * and gives it a slot in one write.
 */
const validity = 10_000;

/** Maximum number of entries. An environment can serve many keys. An evicted entry costs one more call. */
const maxRemembered = 10_000;

/** A key's slots of one kind. */
type Key = Pick<SlotRequest, 'owner' | 'kind' | 'limit'>;

/** The shards in which an environment found free slots beyond the first shard, by owner and kind. */
export class FoundShards {
  readonly #found = new Map<string, { shard: number; until: number }>();

  /** The shard in which a slot is likely free. */
  shardFor(request: Key, now: number): number {
    const { shard, until } = this.#found.get(nameOf(request)) ?? { shard: 0, until: 0 };
    return now < until && shard < shardCount(request.limit) ? shard : 0;
  }

  note(request: Key, shard: number, now: number): void {
    if (shard === this.shardFor(request, now)) return;
    if (this.#found.size >= maxRemembered) this.#found.clear();
    this.#found.set(nameOf(request), { shard, until: now + validity });
  }
}

const nameOf = ({ owner, kind }: Key): string => `${owner} ${kind}`;
