import type { Readable, Writable } from 'node:stream';

/** The environment and streams of the command line. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** Aborts on SIGINT (Ctrl-C) and SIGTERM, with an `Interruption` as its reason. */
  signal: AbortSignal;
}

/** The command line is invalid; the message says what is valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** `FCS_API_KEY` is not set. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';
}

/** The process received a signal to end. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly signal: 'SIGINT' | 'SIGTERM';

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`Interrupted by ${signal}.`);
    this.signal = signal;
  }
}
