import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { CommandOption } from './options.ts';
import { UsageError } from './terminal.ts';

/** The arguments of a command. */
export interface Arguments {
  operands: string[];
  /** By name; flags are booleans. */
  options: Readonly<Record<string, string | boolean | string[] | undefined>>;
}

/** Options of the command line itself. */
export interface GeneralOption {
  name: string;
  short?: string;
  placeholder: string;
  description: string;
}

export const generalOptions: readonly GeneralOption[] = [
  {
    name: 'base-url',
    placeholder: 'URL',
    description: 'URL of the service. Default: $FCS_BASE_URL, or http://127.0.0.1:3000.',
  },
  {
    name: 'json',
    placeholder: '',
    description: 'Print responses and errors as JSON; path is where a result was saved.',
  },
  { name: 'help', short: 'h', placeholder: '', description: 'Print this help.' },
];

export const conversionOptions: readonly GeneralOption[] = [
  {
    name: 'output',
    short: 'o',
    placeholder: 'PATH',
    description:
      'File or folder for the result, overwritten if it exists; - for standard output. A new name without an extension is a folder if there can be several results. Default: the name from the service in the current folder, with a number if the name is taken.',
  },
  {
    name: 'no-wait',
    placeholder: '',
    description:
      'Convert in a job: print the job id and exit; convert jobs ID -o PATH saves the result later.',
  },
];

/**
 * Parses arguments with the options of a command.
 *
 * @throws UsageError when an argument is invalid
 */
export function readArguments(
  args: readonly string[],
  general: readonly GeneralOption[],
  own: readonly CommandOption[],
): Arguments {
  const options: ParseArgsOptionsConfig = {};
  for (const { name, short, placeholder } of general) {
    const type = placeholder === '' ? 'boolean' : 'string';
    options[name.replace(/^no-/, '')] = short === undefined ? { type } : { type, short };
  }
  for (const { name, kind } of own) {
    options[name] = { type: kind === 'flag' ? 'boolean' : 'string', multiple: kind === 'files' };
  }
  try {
    const { values, positionals } = parseArgs({
      args: completed(args, options, own),
      options,
      allowPositionals: true,
      allowNegative: true,
    });
    return { operands: positionals, options: values as Arguments['options'] };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * Joins options and their values where `parseArgs` rejects two arguments: `--flatten` becomes `--flatten=true` unless one
 * of its values follows, and `--ranges -2` becomes `--ranges=-2`.
 */
function completed(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  own: readonly CommandOption[],
): string[] {
  const values = new Map(own.map((option) => [option.name, option.values]));
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const result: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const next = args[index + 1] ?? '';
    const name = index < end && arg.startsWith('--') ? arg.slice(2) : '';
    const known = values.get(name);
    if (known && !known.includes(next)) result.push(`${arg}=true`);
    else if (options[name]?.type === 'string' && /^-\.?\d/.test(next)) {
      result.push(`${arg}=${next}`);
      index += 1;
    } else result.push(arg);
  }
  return result;
}

/**
 * @param accepted the operands as `--help` shows them: `FILE` for one, `FILE…` for any number
 * @throws UsageError when operands are missing, or too many
 */
export function requireOperands(
  { operands: [first, ...others] }: Arguments,
  accepted: string,
  hint = '',
): void {
  if (first === undefined) throw new UsageError(`${accepted} is missing.`);
  if (others.length > 0 && !accepted.endsWith('…')) {
    throw new UsageError(
      `The command accepts one argument; unexpected: ${others.join(' ')}. ${hint}`.trimEnd(),
    );
  }
}

/** The value of a text option. */
export function textOf({ options }: Arguments, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
