import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { ApiKey, ApiKeys } from '../gateway/usage-plans.ts';
import { ControlPlaneError } from './control-plane-error.ts';

/** An API key with everything that the control plane shows of it. Times are in milliseconds since 1970. */
export interface StoredKey {
  id: string;
  value: string;
  name: string | undefined;
  description: string | undefined;
  customerId: string | undefined;
  enabled: boolean;
  createdAt: number;
  updatedAt: number;
}

export type NewKey = Pick<StoredKey, 'value' | 'name' | 'description' | 'customerId' | 'enabled'>;

const schema = `
  CREATE TABLE IF NOT EXISTS api_key (
    id TEXT PRIMARY KEY, value TEXT NOT NULL UNIQUE, name TEXT, description TEXT, customer_id TEXT,
    enabled INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS usage_plan_key (
    usage_plan_id TEXT NOT NULL, key_id TEXT NOT NULL REFERENCES api_key ON DELETE CASCADE,
    PRIMARY KEY (usage_plan_id, key_id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS usage (
    usage_plan_id TEXT NOT NULL, key_id TEXT NOT NULL REFERENCES api_key ON DELETE CASCADE,
    period TEXT NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY (usage_plan_id, key_id)
  ) STRICT;
`;

/**
 * API keys, their usage plans and what they have used, in one SQLite file. The gateway and the control plane share
 * it, so changes take effect at once; in AWS they take a while to spread.
 */
export class ApiKeyStore implements ApiKeys {
  readonly #database: DatabaseSync;
  /** Prepared once: every request asks for both. */
  readonly #byValue: StatementSync;
  readonly #plansOf: StatementSync;

  /** @param directory Holds `api-keys.sqlite`; created if missing. */
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#database = new DatabaseSync(join(directory, 'api-keys.sqlite'), {
      enableForeignKeyConstraints: true,
    });
    // A write-ahead log makes counting a request cheap, and loses nothing when the process is killed.
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.#database.exec(schema);
    this.#byValue = this.#database.prepare('SELECT * FROM api_key WHERE value = ?');
    this.#plansOf = this.#database.prepare(
      'SELECT usage_plan_id FROM usage_plan_key WHERE key_id = ? ORDER BY usage_plan_id',
    );
  }

  close(): void {
    this.#database.close();
  }

  /** @throws {ControlPlaneError} ConflictException if another key has this value. */
  create(key: NewKey, now: number): StoredKey {
    const stored: StoredKey = { ...key, id: newId(), createdAt: now, updatedAt: now };
    const sql = 'INSERT INTO api_key VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (value) DO NOTHING';
    const { changes } = this.#database
      .prepare(sql)
      .run(
        stored.id,
        stored.value,
        stored.name ?? null,
        stored.description ?? null,
        stored.customerId ?? null,
        Number(stored.enabled),
        now,
        now,
      );
    if (changes === 0) throw new ControlPlaneError('ConflictException', 'API Key already exists');
    return stored;
  }

  /** @throws {ControlPlaneError} NotFoundException */
  get(id: string): StoredKey {
    const row = this.#database.prepare('SELECT * FROM api_key WHERE id = ?').get(id);
    if (!row) throw new ControlPlaneError('NotFoundException', 'Invalid API Key identifier specified');
    return storedKey(row);
  }

  /** All keys in the order of their ids, or those of a usage plan. */
  list(usagePlanId?: string): StoredKey[] {
    const rows =
      usagePlanId === undefined
        ? this.#database.prepare('SELECT * FROM api_key ORDER BY id').all()
        : this.#database
            .prepare(
              'SELECT api_key.* FROM api_key JOIN usage_plan_key ON key_id = id WHERE usage_plan_id = ? ORDER BY id',
            )
            .all(usagePlanId);
    return rows.map(storedKey);
  }

  /** Replaces what may change of a key. */
  update(key: StoredKey, now: number): StoredKey {
    this.#database
      .prepare(
        'UPDATE api_key SET name = ?, description = ?, customer_id = ?, enabled = ?, updated_at = ? WHERE id = ?',
      )
      .run(
        key.name ?? null,
        key.description ?? null,
        key.customerId ?? null,
        Number(key.enabled),
        now,
        key.id,
      );
    return this.get(key.id);
  }

  /** Deletes a key and takes it out of its plans. */
  delete(id: string): void {
    this.get(id);
    this.#database.prepare('DELETE FROM api_key WHERE id = ?').run(id);
  }

  /** Ids of the plans that a key is in. */
  usagePlansOf(keyId: string): string[] {
    return this.#plansOf.all(keyId).map((row) => String(row['usage_plan_id']));
  }

  addToPlan(usagePlanId: string, keyId: string): void {
    this.#database.prepare('INSERT INTO usage_plan_key VALUES (?, ?)').run(usagePlanId, keyId);
  }

  /** @returns whether the key was in the plan. */
  removeFromPlan(usagePlanId: string, keyId: string): boolean {
    const sql = 'DELETE FROM usage_plan_key WHERE usage_plan_id = ? AND key_id = ?';
    return this.#database.prepare(sql).run(usagePlanId, keyId).changes > 0;
  }

  findByValue(value: string): ApiKey | undefined {
    const row = this.#byValue.get(value);
    if (!row) return undefined;
    const { id, enabled } = storedKey(row);
    return { id, enabled, usagePlanIds: this.usagePlansOf(id) };
  }

  countUse(usagePlanId: string, keyId: string, period: string): number {
    // A new period starts the count anew; what was used before is of no more interest.
    const row = this.#database
      .prepare(
        `INSERT INTO usage VALUES (?, ?, ?, 1) ON CONFLICT (usage_plan_id, key_id) DO UPDATE SET
         requests = CASE WHEN period = excluded.period THEN requests + 1 ELSE 1 END, period = excluded.period
         RETURNING requests`,
      )
      .get(usagePlanId, keyId, period);
    return Number(row?.['requests']);
  }
}

/** Ten lower-case letters and digits, as API Gateway's ids are. */
function newId(): string {
  return BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-10);
}

function storedKey(row: Record<string, SQLOutputValue>): StoredKey {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined);
  return {
    id: text('id') ?? '',
    value: text('value') ?? '',
    name: text('name'),
    description: text('description'),
    customerId: text('customer_id'),
    enabled: row['enabled'] === 1,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  };
}
