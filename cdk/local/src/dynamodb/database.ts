import { Level } from 'level';

/** The part of a LevelDB database that is used here. */
export interface Database {
  /** Missing keys give undefined. */
  getMany(keys: string[]): Promise<unknown[]>;
  values(range: { gte: string; lt: string }): AsyncIterable<unknown>;
  /** Happens as a whole or not at all. */
  batch(operations: { type: 'put'; key: string; value: unknown }[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database before dynalite does, which may have it when it is closed again. If another process held its
 * lock, dynalite would start nevertheless and end this process at the first request.
 *
 * @throws Error when the folder is in use
 */
export async function openDatabase(path: string): Promise<Database> {
  const database = new Level<string, unknown>(path, { valueEncoding: 'json' });
  try {
    await database.open();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
    if (cause?.code !== 'LEVEL_LOCKED') throw error;
    throw new Error(`The tables in ${path} are in use by another process.`, { cause: error });
  }
  await closeEndedIterators(database);
  readAtOnce(database);
  return database;
}

/**
 * Makes dynalite read items in this thread. LevelDB has most of them in memory, and each operation reads two: handing them
 * to another thread takes longer than reading.
 */
function readAtOnce(database: Level<string, unknown>): void {
  type Read = (this: unknown, ...parameters: unknown[]) => unknown;
  const prototype = Object.getPrototypeOf(database) as { _get: Read; _getSync: Read };
  const read = prototype._getSync;
  prototype._get = function get(...parameters) {
    return new Promise((resolve) => {
      resolve(read.apply(this, parameters));
    });
  };
}

/**
 * dynalite ends its iterators by a method `return`, which those of Level do not have. Each query would leave one open,
 * and with it a snapshot: LevelDB then keeps every file that it has replaced since.
 */
async function closeEndedIterators(database: Level<string, unknown>): Promise<void> {
  for (const iterator of [database.keys(), database.values()]) {
    const prototype = Object.getPrototypeOf(iterator) as { return?: () => Promise<void> };
    prototype.return ??= function close(this: typeof iterator) {
      return this.close();
    };
    await iterator.close();
  }
}
