import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

export type Row = Record<string, string | number | null>;

/** A SQLite file that belongs to this process alone. Statements are prepared once and take named parameters. */
export class Database {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * @param schema statements that create what is missing
   * @throws Error when another process has the file open
   */
  constructor(file: string, schema: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#database = new DatabaseSync(file);
    try {
      // NORMAL survives a kill of the process; only a power cut can undo the newest transactions.
      this.#database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;',
      );
      this.#database.exec(schema);
    } catch (error) {
      this.#database.close();
      if (!(error instanceof Error) || !error.message.includes('locked')) throw error;
      throw new Error(`${file} is in use by another process.`, { cause: error });
    }
  }

  /** Adds a column to a table that does not have it. */
  addColumn(table: string, column: string, type: string): void {
    const columns = this.rows('SELECT name FROM pragma_table_info(:table)', { table });
    if (columns.some(({ name }) => name === column)) return;
    this.#database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }

  /** Runs `work` as one transaction: all of it or, if it throws, nothing. */
  transaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Returns the number of rows changed. */
  run(sql: string, parameters: Row): number {
    return Number(this.#statement(sql).run(parameters).changes);
  }

  row(sql: string, parameters: Row): Row | undefined {
    return this.#statement(sql).get(parameters) as Row | undefined;
  }

  rows(sql: string, parameters: Row): Row[] {
    return this.#statement(sql).all(parameters) as Row[];
  }

  close(): void {
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
