import { writeFile } from 'node:fs/promises';
import type { ConversionInput } from '../operation-types.ts';
import { type Arguments, type GeneralOption, textOf } from './arguments.ts';
import type { Context } from './context.ts';
import { inputOf } from './convert-command.ts';
import { operations } from './operations.ts';
import { type CommandOption, commandOptionsOf } from './options.ts';
import { UsageError } from './terminal.ts';

const operation = operations['pdf-text'];

export const textGeneral: readonly GeneralOption[] = [
  {
    name: 'output',
    short: 'o',
    placeholder: 'PATH',
    description: 'File for the text, overwritten if it exists. Default: standard output.',
  },
];

/** Fields of jobs: the command writes the text itself. */
const jobFields = ['webhookUrl', 'deliverTo', 'fileName'];

export const textOptions: readonly CommandOption[] = commandOptionsOf([operation]).filter(
  ({ field }) => !jobFields.includes(field),
);

/** Prints the text of a PDF, or writes it to the file that `--output` names. */
export async function runText(args: Arguments, context: Context): Promise<void> {
  if (args.operands.length === 0) throw new UsageError('FILE is missing.');
  const { client, call, status, terminal, json } = context;
  const input = await inputOf(operation, textOptions, args, terminal);
  if (json) input['format'] = 'json';
  status.show('reading');
  const read = await client.pdfText(input as ConversionInput<'pdf-text'>, call);
  status.stop();
  const text = typeof read === 'string' ? read : `${JSON.stringify(read, undefined, 2)}\n`;
  const output = textOf(args, 'output');
  if (output === undefined) terminal.stdout.write(text);
  else await writeFile(output, text);
}
