import type { Readable, Writable } from 'node:stream';

/** Where the command line reads and writes. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
}

/** What was typed cannot be done; the message says what would be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
