import { createRequire } from 'node:module';

interface LevelDatabase {
  open(): Promise<void>;
  close(): Promise<void>;
}

interface LevelModule {
  Level: new (path: string) => LevelDatabase;
}

// dynalite's own LevelDB, wherever the package manager put it.
const require = createRequire(createRequire(import.meta.url).resolve('dynalite'));

/**
 * Opens and closes the database once before dynalite does. If another process holds its lock, dynalite would start
 * nevertheless and end this process at the first request.
 *
 * @throws Error when the folder is in use
 */
export async function assertDatabaseIsFree(path: string): Promise<void> {
  const { Level } = require('level') as LevelModule;
  const database = new Level(path);
  try {
    await database.open();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
    if (cause?.code !== 'LEVEL_LOCKED') throw error;
    throw new Error(`The tables in ${path} are in use by another process.`, { cause: error });
  }
  await database.close();
}
