import { ulid } from 'ulid';
import type {
  Attempt,
  Beginning,
  IdempotencyStore,
  Outcome,
  RequestIdentity,
} from '#lib/idempotency/idempotency-store.ts';

interface Entry {
  fingerprint: string;
  token: string;
  resourceId: string;
  leaseUntil: number;
  forgottenAt: number;
  outcome?: Outcome;
}

const day = 24 * 3600 * 1000;

/** Requests in memory, with the promises of `IdempotencyStore`. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #entries = new Map<string, Entry>();

  begin(request: RequestIdentity, now: number, leaseUntil: number): Promise<Beginning> {
    const { owner, id, fingerprint } = request;
    const found = this.#entries.get(`${owner} ${id}`);
    const token = ulid();
    if (!found || found.forgottenAt <= now) {
      const resourceId = ulid();
      const forgottenAt = now + day;
      this.#entries.set(`${owner} ${id}`, { fingerprint, token, resourceId, leaseUntil, forgottenAt });
      return Promise.resolve({ kind: 'begun', attempt: { owner, id, token, resourceId } });
    }
    if (found.fingerprint !== fingerprint) return Promise.resolve({ kind: 'different' });
    if (found.outcome) return Promise.resolve({ kind: 'ended', outcome: structuredClone(found.outcome) });
    if (found.leaseUntil >= now) return Promise.resolve({ kind: 'running' });
    Object.assign(found, { token, leaseUntil });
    return Promise.resolve({
      kind: 'begun',
      attempt: { owner, id, token, resourceId: found.resourceId },
    });
  }

  end(attempt: Attempt, outcome: Outcome): Promise<boolean> {
    const held = this.#held(attempt);
    if (held) held.outcome ??= structuredClone(outcome);
    return Promise.resolve(held !== undefined);
  }

  release(attempt: Attempt): Promise<void> {
    const held = this.#held(attempt);
    if (held && !held.outcome) held.leaseUntil = 0;
    return Promise.resolve();
  }

  #held({ owner, id, token }: Attempt): Entry | undefined {
    const entry = this.#entries.get(`${owner} ${id}`);
    return entry?.token === token ? entry : undefined;
  }
}
