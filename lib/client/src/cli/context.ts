import { ConversionClient } from '../conversion-client.ts';
import type { CallOptions } from '../requests.ts';
import { type Arguments, textOf } from './arguments.ts';
import { StatusLine } from './status-line.ts';
import { type Terminal, UsageError } from './terminal.ts';

const localRun = 'http://127.0.0.1:3000';

/** Dependencies of commands. */
export interface Context {
  client: ConversionClient;
  terminal: Terminal;
  status: StatusLine;
  /** For every call of the client. */
  call: CallOptions;
  /** Whether responses are printed as JSON. */
  json: boolean;
}

/** @throws UsageError when options contradict each other */
export function openContext(args: Arguments, terminal: Terminal): Context {
  const { env, stderr, signal } = terminal;
  const json = args.options['json'] === true;
  if (json && textOf(args, 'output') === '-') {
    throw new UsageError('--json and -o - cannot be combined: both write to standard output.');
  }
  const status = new StatusLine(stderr);
  return {
    // Empty variables count as unset.
    client: new ConversionClient({
      baseUrl: textOf(args, 'base-url') ?? (env['FCS_BASE_URL'] || localRun),
      apiKey: env['FCS_API_KEY'] || undefined,
    }),
    terminal,
    status,
    call: {
      signal,
      onRetry: (error, pause) => status.note(`${error.message} Retrying in ${Math.ceil(pause)} s.`),
    },
    json,
  };
}

/** Prints `lines`, or `value` with `--json`. */
export function print({ terminal, json }: Context, value: unknown, lines: readonly string[]): void {
  const text = json ? JSON.stringify(value, null, 2) : lines.join('\n');
  if (text !== '') terminal.stdout.write(`${text}\n`);
}
