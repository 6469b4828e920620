import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Blobs } from './blobs.ts';
import { Objects } from './objects.ts';
import { Uploads } from './uploads.ts';

/** Everything the local S3 keeps: bytes as files, and a database that says what they are. */
export interface Store {
  blobs: Blobs;
  objects: Objects;
  uploads: Uploads;
  close(): void;
}

/** Opens the store in `directory`, or begins one, and clears away what a killed process left half done. */
export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true });
  const database = new DatabaseSync(path.join(directory, 'catalogue.sqlite'));
  try {
    // Write-ahead logging survives a killed process without a sync per change.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    const blobs = new Blobs(path.join(directory, 'blobs'));
    const objects = new Objects(database, blobs);
    const uploads = new Uploads(database, blobs);
    blobs.removeAllExcept(new Set([...objects.blobs(), ...uploads.blobs()]));
    return { blobs, objects, uploads, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}
