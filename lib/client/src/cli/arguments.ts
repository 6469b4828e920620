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
  { name: 'json', placeholder: '', description: 'Print responses and errors as JSON.' },
  { name: 'help', short: 'h', placeholder: '', description: 'Print this help.' },
];

export const conversionOptions: readonly GeneralOption[] = [
  {
    name: 'output',
    short: 'o',
    placeholder: 'PATH',
    description:
      'File or folder for the result, overwritten if it exists; - for standard output. Default: the name from the service in the current folder, with a number if the name is taken.',
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
      args: completed(args, own),
      options,
      allowPositionals: true,
      allowNegative: true,
    });
    return { operands: positionals, options: values as Arguments['options'] };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Gives an option that stands alone its value: `--flatten` becomes `--flatten=true` unless one of its values follows. */
function completed(args: readonly string[], own: readonly CommandOption[]): string[] {
  const values = new Map(own.map((option) => [`--${option.name}`, option.values]));
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.map((arg, index) => {
    const known = index < end ? values.get(arg) : undefined;
    return known && !known.includes(args[index + 1] ?? '') ? `${arg}=true` : arg;
  });
}

/** The value of a text option. */
export function textOf({ options }: Arguments, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
