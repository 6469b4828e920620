import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { Database } from './database.ts';
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
    source_arn TEXT
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

  /** @throws Error when another process has the folder open */
  constructor(directory: string) {
    this.#database = new Database(join(directory, 'messages.sqlite'), schema);
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
          `INSERT INTO messages (queue, message_id, body, attributes, trace_header, sent_at, visible_at)
           VALUES (:queue, :messageId, :body, :attributes, :traceHeader, :sentAt, :visibleAt)`,
          {
            ...message,
            messageId,
            attributes: JSON.stringify(message.attributes),
            traceHeader: message.traceHeader ?? null,
          },
        );
        return messageId;
      }),
    );
  }

  /** Delivers up to `limit` visible messages, those that have waited longest first, and hides them. */
  deliver(queue: string, limit: number, now: number, hiddenUntil: number): DeliveredMessage[] {
    return this.#database.transaction(() => {
      const rows = this.#database.rows(
        `SELECT * FROM messages WHERE queue = :queue AND visible_at <= :now
         ORDER BY visible_at, sequence LIMIT :limit`,
        { queue, now, limit },
      );
      return rows.map((row) => {
        const receipt = randomUUID();
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
  remove(queue: string, messageId: string, receipt: string): void {
    this.#database.run(
      'DELETE FROM messages WHERE queue = :queue AND message_id = :messageId AND receipt = :receipt',
      {
        queue,
        messageId,
        receipt,
      },
    );
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
