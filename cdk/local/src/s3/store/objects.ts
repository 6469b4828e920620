import type { DatabaseSync } from 'node:sqlite';
import type { Checksum } from '../body/checksum.ts';
import type { Blobs } from './blobs.ts';
import type { NewObject, StoredObject } from './stored-object.ts';

interface Row {
  key: string;
  blob: string;
  size: number;
  etag: string;
  last_modified: number;
  headers: string;
  checksum: string | null;
}

/**
 * The catalogue of objects. Every change is one synchronous statement, so readers find the old object or the new
 * one whole, and of concurrent writers the last one wins.
 */
export class Objects {
  readonly #database: DatabaseSync;
  readonly #blobs: Blobs;

  constructor(database: DatabaseSync, blobs: Blobs) {
    this.#database = database;
    this.#blobs = blobs;
    // TEXT compares by UTF-8 bytes, which is the order in which S3 lists keys.
    database.exec(`
      CREATE TABLE IF NOT EXISTS objects (
        bucket TEXT NOT NULL, key TEXT NOT NULL, blob TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
        last_modified INTEGER NOT NULL, headers TEXT NOT NULL, checksum TEXT,
        PRIMARY KEY (bucket, key)
      ) STRICT, WITHOUT ROWID`);
  }

  get(bucket: string, key: string): StoredObject | undefined {
    const row = this.#database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?').get(bucket, key);
    return row === undefined ? undefined : parseRow(row as unknown as Row);
  }

  /** Puts an object in the place of the one that has its key, if any. */
  put(bucket: string, { key, blob, size, etag, lastModified, headers, checksum }: NewObject): void {
    const previous = this.get(bucket, key);
    this.#database
      .prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        bucket,
        key,
        blob,
        size,
        etag,
        lastModified.getTime(),
        JSON.stringify(headers),
        checksum === undefined ? null : JSON.stringify(checksum),
      );
    if (previous !== undefined) this.#blobs.remove(previous.blob);
  }

  delete(bucket: string, key: string): void {
    const object = this.get(bucket, key);
    if (object === undefined) return;
    this.#database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?').run(bucket, key);
    this.#blobs.remove(object.blob);
  }

  /** Objects whose key begins with `prefix` and comes after `after`, in the order of their keys' UTF-8 bytes. */
  *list(bucket: string, prefix: string, after = ''): Generator<StoredObject> {
    const rows = this.#database
      .prepare('SELECT * FROM objects WHERE bucket = ? AND key >= ? AND key > ? ORDER BY key')
      .iterate(bucket, prefix, after);
    for (const row of rows) {
      const object = parseRow(row as unknown as Row);
      if (!object.key.startsWith(prefix)) return;
      yield object;
    }
  }

  /** Keys of the objects under `prefix` that were last changed at `time` or before. */
  keysNotChangedSince(bucket: string, prefix: string, time: Date): string[] {
    return this.#database
      .prepare('SELECT key FROM objects WHERE bucket = ? AND last_modified <= ?')
      .all(bucket, time.getTime())
      .map((row) => String(row['key']))
      .filter((key) => key.startsWith(prefix));
  }

  blobs(): string[] {
    return this.#database
      .prepare('SELECT blob FROM objects')
      .all()
      .map((row) => String(row['blob']));
  }
}

function parseRow(row: Row): StoredObject {
  return {
    key: row.key,
    blob: row.blob,
    size: row.size,
    etag: row.etag,
    lastModified: new Date(row.last_modified),
    headers: JSON.parse(row.headers) as Record<string, string>,
    checksum: row.checksum === null ? undefined : (JSON.parse(row.checksum) as Checksum),
  };
}
