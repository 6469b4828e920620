import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { CommandOption } from './options.ts';
import { UsageError } from './terminal.ts';

/** What was typed behind a command. */
export interface Arguments {
  operands: string[];
  /** By the option's name; flags as booleans. */
  options: Readonly<Record<string, string | boolean | string[] | undefined>>;
}

/** Options that no contract knows. */
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
    description:
      'Where the service is. Default $FCS_BASE_URL, or http://127.0.0.1:3000 where npm start serves it.',
  },
  { name: 'json', placeholder: '', description: 'Print what the service answers, in JSON; errors too.' },
  { name: 'help', short: 'h', placeholder: '', description: 'Print this.' },
];

export const conversionOptions: readonly GeneralOption[] = [
  {
    name: 'output',
    short: 'o',
    placeholder: 'PATH',
    description:
      'File or folder for the result, overwritten if it exists; - for standard output. Default: here, under the name that the service gives, with a number if that name is taken.',
  },
];

export const jobOptions: readonly GeneralOption[] = [
  {
    name: 'no-wait',
    placeholder: '',
    description: 'Print the id of the job and end; convert jobs ID -o PATH has the result later.',
  },
];

/**
 * Reads arguments by the options that a command has.
 *
 * @throws UsageError
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
      args: [...args],
      options,
      allowPositionals: true,
      allowNegative: true,
    });
    return { operands: positionals, options: values as Arguments['options'] };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The text of a general option that was given. */
export function textOf({ options }: Arguments, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
