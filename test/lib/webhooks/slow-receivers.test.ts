import { afterAll, describe, expect, it } from 'vitest';
import { DynamoSlowLane } from '#lib/storage/dynamodb/slow-lane.ts';
import { SlowReceivers } from '#lib/webhooks/slow-receivers.ts';
import { startJobsTable } from '../../support/jobs-table.ts';
import { VirtualTime } from '../../support/virtual-time.ts';
import type { SlowLane } from '#lib/webhooks/slow-lane.ts';

const { documents, table, stop } = await startJobsTable();
afterAll(stop);

const seconds = 1000;
const start = Date.parse('2026-01-01T00:00:00Z');

/** The lane in memory. */
class MemoryLane implements SlowLane {
  taken = 0;
  #until = 0;
  #hold: string | undefined;

  take(now: number, until: number): Promise<string | undefined> {
    if (this.#until >= now) return Promise.resolve(undefined);
    this.taken += 1;
    this.#until = until;
    this.#hold = `hold ${this.taken}`;
    return Promise.resolve(this.#hold);
  }

  release(hold: string): Promise<void> {
    if (hold === this.#hold) this.#until = 0;
    return Promise.resolve();
  }
}

interface Webhook {
  owner: string;
  visibleAt: number;
  sequence: number;
}

interface Sent {
  owner: string;
  at: number;
}

/**
 * Simulates two senders with batches of ten, as on AWS, and a queue that delivers the oldest message first. Receivers
 * of `hung` take 15 seconds, others 50 milliseconds.
 *
 * @param isShared whether senders restrict slow receivers to the lane
 */
async function simulate(webhooks: { owner: string; after: number }[], isShared: boolean): Promise<Sent[]> {
  const time = new VirtualTime(start);
  const lane = new MemoryLane();
  const sent: Sent[] = [];
  let queue = webhooks.map(({ owner, after }, sequence): Webhook => ({
    owner,
    visibleAt: start + after,
    sequence,
  }));
  const receive = (): Webhook[] =>
    queue
      .filter(({ visibleAt }) => visibleAt <= time.now)
      .sort((one, other) => one.sequence - other.sequence)
      .slice(0, 10);
  const environment = async (): Promise<void> => {
    const receivers = new SlowReceivers({
      lane,
      now: () => time.now,
      report: (error) => {
        throw error;
      },
    });
    const send = async (batch: Webhook[], maySend: (owner: string) => boolean): Promise<void> => {
      await Promise.all(
        batch.map(async (webhook) => {
          const { owner } = webhook;
          if (!maySend(owner)) {
            webhook.visibleAt = time.now + 10 * seconds;
            return;
          }
          sent.push({ owner, at: time.now });
          await receivers.watch(owner, () => time.sleep(owner.startsWith('hung') ? 15 * seconds : 50));
          queue = queue.filter((other) => other !== webhook);
        }),
      );
    };
    while (queue.length > 0) {
      const batch = receive();
      for (const webhook of batch) webhook.visibleAt = time.now + 180 * seconds;
      if (batch.length === 0) await time.sleep(50);
      else if (!isShared) await send(batch, () => true);
      else {
        const owners = batch.map(({ owner }) => owner);
        await receivers.share(owners, 30 * seconds, (maySend) => send(batch, maySend));
      }
      await time.sleep(5);
    }
  };
  await time.passUntil(Promise.all([environment(), environment()]));
  return sent;
}

/** Two keys whose receivers hang, with 100 webhooks each, and a third key with one webhook a second. */
const hooks = [
  ...Array.from({ length: 200 }, (_, index) => ({ owner: `hung${index % 2}`, after: 0 })),
  ...Array.from({ length: 60 }, (_, index) => ({ owner: 'quick', after: 20_000 + index * 1000 })),
];
const delays = (sent: Sent[]): number[] =>
  sent.filter(({ owner }) => owner === 'quick').map(({ at }, index) => at - start - 20_000 - index * 1000);

describe('receivers that hang', () => {
  it('do not delay the webhooks of another key, however many there are', async () => {
    const sent = await simulate(hooks, true);
    expect(sent).toHaveLength(260);
    expect(Math.max(...delays(sent))).toBeLessThan(1 * seconds);
  });

  it("would delay them by a multiple of the receivers' time limit without the lane", async () => {
    expect(Math.max(...delays(await simulate(hooks, false)))).toBeGreaterThan(60 * seconds);
  });

  it('use the lane only while their key is marked as slow, for at most five minutes', async () => {
    const lane = new MemoryLane();
    let now = start;
    const receivers = new SlowReceivers({ lane, now: () => now, report: () => undefined });
    const post = (owner: string, milliseconds: number) =>
      receivers.watch(owner, () => {
        now += milliseconds;
        return Promise.resolve();
      });
    const share = () =>
      receivers.share(['a', undefined], 30_000, (maySend) =>
        Promise.resolve([maySend('a'), maySend(undefined)]),
      );
    await post('a', 2000);
    expect(await share()).toEqual([true, true]);
    expect(lane.taken).toBe(0);
    await post('a', 4000);
    expect(await share()).toEqual([true, true]);
    expect(lane.taken).toBe(1);
    await lane.take(now, now + 30_000);
    expect(await share()).toEqual([false, true]);
    now += 5 * 60_000;
    expect(await share()).toEqual([true, true]);
  });
});

describe('the lane', () => {
  it('has one holder at a time, until it is released or expires', async () => {
    const lane = new DynamoSlowLane(documents, table);
    const first = (await lane.take(start, start + 30_000)) ?? '';
    expect(first).not.toBe('');
    expect(await lane.take(start + 10_000, start + 40_000)).toBeUndefined();
    const second = (await lane.take(start + 30_001, start + 60_000)) ?? '';
    expect(second).not.toBe('');
    // Too late, and without effect.
    await lane.release(first);
    expect(await lane.take(start + 31_000, start + 60_000)).toBeUndefined();
    await lane.release(second);
    expect(await lane.take(start + 31_000, start + 60_000)).toBeDefined();
  });
});
