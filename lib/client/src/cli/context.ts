import { ConversionClient } from '../conversion-client.ts';
import type { CallOptions, ClientOptions } from '../requests.ts';
import { type Arguments, textOf } from './arguments.ts';
import { StatusLine } from './status-line.ts';
import { MissingKeyError, type Terminal, UsageError } from './terminal.ts';

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

/**
 * @throws UsageError when options contradict each other, or the URL or key is invalid
 * @throws MissingKeyError
 */
export function openContext(args: Arguments, terminal: Terminal): Context {
  const { env, stderr, signal } = terminal;
  const json = args.options['json'] === true;
  if (json && textOf(args, 'output') === '-') {
    throw new UsageError('--json and -o - cannot be combined: both write to standard output.');
  }
  // Empty variables count as unset.
  const baseUrl = textOf(args, 'base-url') ?? (env['FCS_BASE_URL'] || localRun);
  const apiKey = requiredKey(env);
  const status = new StatusLine(stderr);
  return {
    client: openClient({ baseUrl, apiKey }),
    terminal,
    status,
    call: {
      signal,
      onRetry: (error, pause) => status.note(`${error.message} Retrying in ${Math.ceil(pause)} s.`),
    },
    json,
  };
}

function openClient(options: ClientOptions): ConversionClient {
  try {
    return new ConversionClient(options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

function requiredKey(env: Terminal['env']): string {
  const key = env['FCS_API_KEY'];
  if (!key) throw new MissingKeyError('FCS_API_KEY is not set. Set it to your API key.');
  return key;
}

/** Prints `lines`, or `value` with `--json`. */
export function print(
  { terminal, json }: Pick<Context, 'terminal' | 'json'>,
  value: unknown,
  lines: readonly string[],
): void {
  const text = json ? JSON.stringify(value, null, 2) : lines.join('\n');
  if (text !== '') terminal.stdout.write(`${text}\n`);
}
