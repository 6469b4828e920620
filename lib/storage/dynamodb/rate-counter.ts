import { type PlanName, plans } from '../../auth/plans.ts';
import type { RateStatus } from '../../auth/rate-limit.ts';
import { dayOf } from '../../base/days.ts';
import { itemName } from './slot-items.ts';

const minuteMilliseconds = 60_000;

/**
 * The attribute that counts the calls of a UTC minute. It is in the item of the day that also has the first slots, so
 * that one write counts a call and takes its slot.
 */
const attributePattern = /^calls(\d+)$/;

type Attributes = Readonly<Record<string, unknown>>;

/** Clauses of an update of the item, and what they refer to. */
interface Clauses {
  add: string;
  names: Record<string, string>;
  values: Record<string, number>;
}

interface CountingClauses extends Clauses {
  /** `REMOVE` with what it removes, or empty. */
  remove: string;
  /** Conditions of which one must hold. */
  conditions: readonly string[];
}

/** The counter of the calls of one key in one UTC minute. */
export class RateCounter {
  /** Sort key of the item of the key's activity. */
  readonly item: string;
  readonly #attribute: string;
  readonly #limit: number;
  readonly #plan: PlanName;
  readonly #now: number;
  readonly #minute: number;

  /** @param now milliseconds since the epoch */
  constructor(plan: PlanName, now: number) {
    this.#plan = plan;
    this.#now = now;
    this.#minute = Math.floor(now / minuteMilliseconds);
    this.item = itemName(dayOf(now), 0);
    this.#attribute = `calls${this.#minute}`;
    this.#limit = plans[plan].requestsPerMinute;
  }

  /** The counter that counted the call of that status. */
  static of({ plan, resetAt }: RateStatus): RateCounter {
    return new RateCounter(plan, resetAt * 1000 - minuteMilliseconds);
  }

  /**
   * Counts a call, unless the limit is reached.
   *
   * @param outdated counters to remove
   */
  counting(outdated: readonly string[]): CountingClauses {
    const removed = outdated.map((name, index) => [`#old${index}`, name] as const);
    return {
      add: '#calls :one',
      remove: removed.length > 0 ? `REMOVE ${removed.map(([placeholder]) => placeholder).join(', ')}` : '',
      conditions: ['attribute_not_exists(#calls)', '#calls < :limit'],
      names: { '#calls': this.#attribute, ...Object.fromEntries(removed) },
      values: { ':one': 1, ':limit': this.#limit },
    };
  }

  /** Uncounts a call. */
  get reversal(): Clauses {
    return { add: '#calls :minus', names: { '#calls': this.#attribute }, values: { ':minus': -1 } };
  }

  /** @param used calls counted in the minute, including the current one; undefined if the limit was reached before it */
  status(used: number | undefined): RateStatus {
    const resetAt = ((this.#minute + 1) * minuteMilliseconds) / 1000;
    return {
      allowed: used !== undefined,
      plan: this.#plan,
      limit: this.#limit,
      remaining: this.#limit - (used ?? this.#limit),
      resetSeconds: Math.max(1, Math.ceil(resetAt - this.#now / 1000)),
      resetAt,
    };
  }

  /** Whether `attributes` of the item leave room for another call. */
  hasRoomIn(attributes: Attributes): boolean {
    return this.usedIn(attributes) < this.#limit;
  }

  /** Calls that `attributes` of the item count in the minute. */
  usedIn(attributes: Attributes): number {
    return Number(attributes[this.#attribute] ?? 0);
  }

  /** The counters among `attributes` of minutes that have ended, also by a clock that is a minute behind. */
  outdatedIn(attributes: Attributes): string[] {
    return Object.keys(attributes).filter((name) => {
      const [, minute] = attributePattern.exec(name) ?? [];
      return minute !== undefined && Number(minute) < this.#minute - 1;
    });
  }
}

/** Maximum number of keys and of counters of one key that an environment remembers. */
const maxRemembered = { keys: 10_000, counters: 20 };

/** The outdated counters that an environment has seen. Its next call of the same key removes them. */
export class OutdatedCounters {
  readonly #seen = new Map<string, { item: string; names: readonly string[] }>();

  /** Takes the counters that were seen in that item of the key. */
  take(keyId: string, { item }: RateCounter): readonly string[] {
    const seen = this.#seen.get(keyId);
    this.#seen.delete(keyId);
    return seen?.item === item ? seen.names : [];
  }

  /** @param attributes of the counter's item */
  note(keyId: string, counter: RateCounter, attributes: Attributes): void {
    const names = counter.outdatedIn(attributes).slice(0, maxRemembered.counters);
    if (names.length === 0) return;
    if (this.#seen.size >= maxRemembered.keys) this.#seen.clear();
    this.#seen.set(keyId, { item: counter.item, names });
  }
}
