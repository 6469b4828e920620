import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { Database, type Row } from './database.ts';
import { Fairness, quietAfterMilliseconds } from './fairness.ts';
import { deliveredMessage, type DeliveredMessage, type NewMessage } from './message.ts';

/** The last delivery of a message. */
export interface Delivery {
  receipt: string | null;
  receivedAt: number | null;
  visibleAt: number;
}

export interface MessageCounts {
  visible: number;
  inFlight: number;
  delayed: number;
}

// A message with a receipt whose visible_at lies ahead is in flight; without a receipt, it is delayed.
const schema = `
  CREATE TABLE IF NOT EXISTS messages (
    sequence INTEGER PRIMARY KEY,
    queue TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    attributes TEXT NOT NULL,
    trace_header TEXT,
    sent_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL,
    receipt TEXT,
    received_at INTEGER,
    first_received_at INTEGER,
    receive_count INTEGER NOT NULL DEFAULT 0,
    earlier_receive_count INTEGER NOT NULL DEFAULT 0,
    source_arn TEXT,
    group_id TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_visibility ON messages (queue, visible_at);
  CREATE INDEX IF NOT EXISTS messages_by_age ON messages (queue, sent_at);
  CREATE TABLE IF NOT EXISTS queues (name TEXT PRIMARY KEY, created_at INTEGER NOT NULL) STRICT;`;

/**
 * The messages of all queues, in one SQLite file. Each call is one transaction, so a process that is killed leaves
 * either all of it or nothing. Calls are synchronous: two receivers can never get the same delivery.
 */
export class MessageStore {
  readonly #database: Database;
  readonly #fairness = new Fairness();

  /** @throws Error when another process has the folder open */
  constructor(directory: string) {
    this.#database = new Database(join(directory, 'messages.sqlite'), schema);
    // A store from before fair queues.
    this.#database.addColumn('messages', 'group_id', 'TEXT');
  }

  /** Notes when a queue was first seen, and returns that time. */
  createdAt(queue: string, now: number): number {
    this.#database.run('INSERT INTO queues VALUES (:queue, :now) ON CONFLICT DO NOTHING', { queue, now });
    return Number(
      this.#database.row('SELECT created_at FROM queues WHERE name = :queue', { queue })?.['created_at'] ??
        now,
    );
  }

  /** Adds messages, all or none, and returns their ids. */
  add(messages: readonly NewMessage[]): string[] {
    return this.#database.transaction(() =>
      messages.map((message) => {
        const messageId = randomUUID();
        this.#database.run(
          `INSERT INTO messages (queue, message_id, body, attributes, trace_header, group_id, sent_at, visible_at)
           VALUES (:queue, :messageId, :body, :attributes, :traceHeader, :groupId, :sentAt, :visibleAt)`,
          {
            ...message,
            messageId,
            attributes: JSON.stringify(message.attributes),
            traceHeader: message.traceHeader ?? null,
            groupId: message.groupId ?? null,
          },
        );
        return messageId;
      }),
    );
  }

  /**
   * Delivers up to `limit` visible messages and hides them: those of quiet tenants first, then those of noisy ones, in
   * each case those that have waited longest first.
   */
  deliver(queue: string, limit: number, now: number, hiddenUntil: number): DeliveredMessage[] {
    return this.#database.transaction(() => {
      return this.#nextVisible(queue, limit, now).map((row) => {
        const receipt = randomUUID();
        this.#recordProcessed(queue, row, now);
        this.#database.run(
          `UPDATE messages SET receipt = :receipt, received_at = :now, visible_at = :hiddenUntil,
             first_received_at = coalesce(first_received_at, :now), receive_count = receive_count + 1
           WHERE sequence = :sequence`,
          { receipt, now, hiddenUntil, sequence: Number(row['sequence']) },
        );
        return deliveredMessage(row, now, receipt);
      });
    });
  }

  #nextVisible(queue: string, limit: number, now: number): Row[] {
    const noisy = this.#noisyGroups(queue, now);
    return this.#database.rows(
      `SELECT messages.* FROM messages LEFT JOIN json_each(:noisy) AS noisy ON noisy.value = group_id
       WHERE queue = :queue AND visible_at <= :now
       ORDER BY coalesce(noisy.key, -1), visible_at, sequence LIMIT :limit`,
      { queue, now, limit, noisy: JSON.stringify(noisy) },
    );
  }

  /** Those of the noisy tenants that still count as such, in the order of `Fairness.noisyGroups`. */
  #noisyGroups(queue: string, now: number): string[] {
    const inFlight = this.#database.rows(
      `SELECT group_id, count(*) AS messages, sum(:now - received_at) AS milliseconds FROM messages
       WHERE queue = :queue AND visible_at > :now AND receipt IS NOT NULL GROUP BY group_id`,
      { queue, now },
    );
    const groups = this.#fairness.noisyGroups(
      queue,
      inFlight.map((row) => ({
        group: groupOf(row),
        messages: Number(row['messages']),
        milliseconds: Number(row['milliseconds']),
      })),
      now,
    );
    return groups.filter((group) => {
      const row = this.#database.row(
        'SELECT max(sent_at) AS latest FROM messages WHERE queue = :queue AND group_id = :group',
        { queue, group },
      );
      return row?.['latest'] != null && Number(row['latest']) > now - quietAfterMilliseconds;
    });
  }

  /** @param row a message as stored, at the end of a delivery */
  #recordProcessed(queue: string, row: Row, now: number): void {
    if (row['receipt'] == null || row['received_at'] == null) return;
    const endedAt = Math.min(Number(row['visible_at']), now);
    const milliseconds = Math.max(0, endedAt - Number(row['received_at']));
    this.#fairness.record(queue, { group: groupOf(row), milliseconds, endedAt });
  }

  /**
   * Moves the visible messages that were delivered `maxReceiveCount` times to the dead-letter queue, with id, body
   * and age unchanged. Returns how many.
   */
  moveDead(queue: string, maxReceiveCount: number, target: string, sourceArn: string, now: number): number {
    return this.#database.run(
      `UPDATE messages SET queue = :target, visible_at = :now, receipt = NULL, received_at = NULL,
         first_received_at = NULL, earlier_receive_count = earlier_receive_count + receive_count, receive_count = 0,
         source_arn = :sourceArn
       WHERE queue = :queue AND visible_at <= :now AND receive_count >= :maxReceiveCount`,
      { queue, maxReceiveCount, target, sourceArn, now },
    );
  }

  /** Moves the visible messages as new ones (new id, new age); with `sourceArn`, only those that came from there. */
  redrive(queue: string, target: string, sourceArn: string | undefined, now: number): number {
    return this.#database.transaction(() => {
      const rows = this.#database.rows(
        `SELECT sequence FROM messages WHERE queue = :queue AND visible_at <= :now
           AND (:sourceArn IS NULL OR source_arn = :sourceArn)`,
        { queue, now, sourceArn: sourceArn ?? null },
      );
      for (const row of rows) {
        this.#database.run(
          `UPDATE messages SET queue = :target, message_id = :messageId, sent_at = :now, visible_at = :now,
             receipt = NULL, received_at = NULL, first_received_at = NULL, receive_count = 0,
             earlier_receive_count = 0, source_arn = NULL
           WHERE sequence = :sequence`,
          { target, messageId: randomUUID(), now, sequence: Number(row['sequence']) },
        );
      }
      return rows.length;
    });
  }

  /** Drops messages sent at `sentUntil` or before. */
  expire(queue: string, sentUntil: number): void {
    this.#database.run('DELETE FROM messages WHERE queue = :queue AND sent_at <= :sentUntil', {
      queue,
      sentUntil,
    });
  }

  lastDelivery(queue: string, messageId: string): Delivery | undefined {
    const row = this.#database.row(
      'SELECT receipt, received_at, visible_at FROM messages WHERE queue = :queue AND message_id = :messageId',
      { queue, messageId },
    );
    return (
      row && {
        receipt: row['receipt'] == null ? null : String(row['receipt']),
        receivedAt: row['received_at'] == null ? null : Number(row['received_at']),
        visibleAt: Number(row['visible_at']),
      }
    );
  }

  setVisibleAt(queue: string, messageId: string, visibleAt: number): void {
    this.#database.run(
      'UPDATE messages SET visible_at = :visibleAt WHERE queue = :queue AND message_id = :messageId',
      {
        queue,
        messageId,
        visibleAt,
      },
    );
  }

  /** Deletes a message if `receipt` is its latest delivery; otherwise does nothing. */
  remove(queue: string, messageId: string, receipt: string, now: number): void {
    const row = this.#database.row(
      `DELETE FROM messages WHERE queue = :queue AND message_id = :messageId AND receipt = :receipt
       RETURNING receipt, received_at, visible_at, group_id`,
      { queue, messageId, receipt },
    );
    if (row !== undefined) this.#recordProcessed(queue, row, now);
  }

  purge(queue: string): void {
    this.#database.run('DELETE FROM messages WHERE queue = :queue', { queue });
  }

  /** When the next hidden message of the queue becomes visible. */
  nextVisibleAt(queue: string): number | undefined {
    const row = this.#database.row('SELECT min(visible_at) AS next FROM messages WHERE queue = :queue', {
      queue,
    });
    return row?.['next'] == null ? undefined : Number(row['next']);
  }

  count(queue: string, now: number): MessageCounts {
    const row = this.#database.row(
      `SELECT count(*) FILTER (WHERE visible_at <= :now) AS visible,
         count(*) FILTER (WHERE visible_at > :now AND receipt IS NOT NULL) AS in_flight,
         count(*) FILTER (WHERE visible_at > :now AND receipt IS NULL) AS delayed
       FROM messages WHERE queue = :queue`,
      { queue, now },
    );
    return {
      visible: Number(row?.['visible'] ?? 0),
      inFlight: Number(row?.['in_flight'] ?? 0),
      delayed: Number(row?.['delayed'] ?? 0),
    };
  }

  close(): void {
    this.#database.close();
  }
}

const groupOf = (row: Row): string | undefined =>
  row['group_id'] == null ? undefined : String(row['group_id']);
