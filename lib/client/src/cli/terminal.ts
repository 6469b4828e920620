import type { Readable, Writable } from 'node:stream';

/** The environment and streams of the command line. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
}

/** The command line is invalid; the message says what is valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
