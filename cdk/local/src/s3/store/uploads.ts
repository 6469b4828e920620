import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Checksum, ChecksumAlgorithm } from '../body/checksum.ts';
import { noSuchUpload, S3Error } from '../s3-error.ts';
import type { Blobs } from './blobs.ts';

/** A multipart upload that has begun. */
export interface Upload {
  id: string;
  bucket: string;
  key: string;
  /** Header fields that the object will have. */
  headers: Record<string, string>;
  /** Which checksum each part was promised to carry. */
  checksumAlgorithm: ChecksumAlgorithm | undefined;
}

export interface Part {
  /** 1 to 10,000. */
  number: number;
  blob: string;
  size: number;
  /** Without quotes. */
  etag: string;
  checksum: Checksum | undefined;
}

/** Multipart uploads that are neither complete nor aborted, and their parts. */
export class Uploads {
  readonly #database: DatabaseSync;
  readonly #blobs: Blobs;
  /** Uploads whose parts are being joined, and must stay as they are. */
  readonly #completing = new Set<string>();

  constructor(database: DatabaseSync, blobs: Blobs) {
    this.#database = database;
    this.#blobs = blobs;
    database.exec(`
      CREATE TABLE IF NOT EXISTS uploads (
        id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, started INTEGER NOT NULL,
        headers TEXT NOT NULL, checksum_algorithm TEXT
      ) STRICT;
      CREATE TABLE IF NOT EXISTS parts (
        upload TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE, number INTEGER NOT NULL,
        blob TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, checksum TEXT,
        PRIMARY KEY (upload, number)
      ) STRICT`);
  }

  create(upload: Omit<Upload, 'id'>, started: Date): string {
    const id = randomBytes(32).toString('base64url');
    this.#database
      .prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?)')
      .run(
        id,
        upload.bucket,
        upload.key,
        started.getTime(),
        JSON.stringify(upload.headers),
        upload.checksumAlgorithm ?? null,
      );
    return id;
  }

  /**
   * The upload of that id, which must be for this bucket and key.
   * @throws S3Error `NoSuchUpload`; `OperationAborted` while its parts are being joined.
   */
  get(id: string, bucket: string, key: string): Upload {
    const row = this.#database
      .prepare('SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?')
      .get(id, bucket, key);
    if (row === undefined) throw noSuchUpload(id);
    if (this.#completing.has(id)) {
      throw new S3Error(
        409,
        'OperationAborted',
        'A conflicting operation is currently in progress. Try again.',
      );
    }
    return {
      id,
      bucket,
      key,
      headers: JSON.parse(String(row['headers'])) as Record<string, string>,
      checksumAlgorithm: (row['checksum_algorithm'] ?? undefined) as ChecksumAlgorithm | undefined,
    };
  }

  parts(id: string): Part[] {
    return this.#database
      .prepare('SELECT * FROM parts WHERE upload = ? ORDER BY number')
      .all(id)
      .map((row) => ({
        number: Number(row['number']),
        blob: String(row['blob']),
        size: Number(row['size']),
        etag: String(row['etag']),
        checksum: row['checksum'] === null ? undefined : (JSON.parse(String(row['checksum'])) as Checksum),
      }));
  }

  /** Adds a part, in the place of an earlier one of the same number. */
  putPart(id: string, part: Part): void {
    const previous = this.parts(id).find(({ number }) => number === part.number);
    this.#database
      .prepare('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?)')
      .run(
        id,
        part.number,
        part.blob,
        part.size,
        part.etag,
        part.checksum === undefined ? null : JSON.stringify(part.checksum),
      );
    if (previous !== undefined) this.#blobs.remove(previous.blob);
  }

  /** Keeps the parts as they are while `action` joins them. */
  async whileCompleting<Result>(id: string, action: () => Promise<Result>): Promise<Result> {
    this.#completing.add(id);
    try {
      return await action();
    } finally {
      this.#completing.delete(id);
    }
  }

  /** Forgets an upload and its parts. */
  remove(id: string): void {
    const parts = this.parts(id);
    this.#database.prepare('DELETE FROM uploads WHERE id = ?').run(id);
    for (const part of parts) this.#blobs.remove(part.blob);
  }

  /** Forgets uploads that began at `time` or before. */
  removeStartedUntil(time: Date): void {
    for (const row of this.#database
      .prepare('SELECT id FROM uploads WHERE started <= ?')
      .all(time.getTime())) {
      const id = String(row['id']);
      if (!this.#completing.has(id)) this.remove(id);
    }
  }

  blobs(): string[] {
    return this.#database
      .prepare('SELECT blob FROM parts')
      .all()
      .map((row) => String(row['blob']));
  }
}
