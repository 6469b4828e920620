import { basename, extname, join } from 'node:path';
import type { ConversionInput } from '../operation-types.ts';
import { type Arguments, type GeneralOption, requireOperands, textOf } from './arguments.ts';
import type { Context } from './context.ts';
import { inputOf } from './convert-command.ts';
import { type Destination, destinationOf } from './destination.ts';
import { operations } from './operations.ts';
import { type CommandOption, commandOptionsOf } from './options.ts';
import { outputFormat } from './output-format.ts';
import { writeFile } from './write-file.ts';

const operation = operations['pdf-text'];

export const textGeneral: readonly GeneralOption[] = [
  {
    name: 'output',
    short: 'o',
    placeholder: 'PATH',
    description:
      'File or folder for the text, overwritten if it exists; - for standard output. Default: standard output.',
  },
];

/** Fields of jobs: the command writes the text itself. */
const jobFields = ['webhookUrl', 'deliverTo', 'fileName'];

export const textOptions: readonly CommandOption[] = commandOptionsOf([operation]).filter(
  ({ field }) => !jobFields.includes(field),
);

/** Prints the text of a PDF, or writes it to the file that `--output` names. */
export async function runText(args: Arguments, context: Context): Promise<void> {
  requireOperands(args, 'FILE');
  const { client, call, status, terminal, json } = context;
  const input = await inputOf(operation, textOptions, args, terminal);
  const destination = await destinationOf(textOf(args, 'output') ?? '-', 1);
  if (json) input['format'] = 'json';
  const format = input['format'] ?? outputFormat(operation, 'text', destination);
  if (format !== undefined) input['format'] = format;
  status.show('reading');
  const read = await client.pdfText(input as ConversionInput<'pdf-text'>, call);
  status.stop();
  const text = typeof read === 'string' ? read : `${JSON.stringify(read, undefined, 2)}\n`;
  const path = pathIn(destination, args.operands[0] ?? '', format);
  if (path === undefined) terminal.stdout.write(text);
  else await writeFile(path, [Buffer.from(text)]);
}

/** The path of the text; undefined for standard output. In a folder, it has the name of the PDF. */
function pathIn(destination: Destination, operand: string, format: unknown): string | undefined {
  if (destination.kind === 'file') return destination.path;
  if (destination.kind !== 'folder') return undefined;
  const source = URL.canParse(operand) ? new URL(operand).pathname : operand;
  const name = basename(source, extname(source)) || 'text';
  const extension = format === 'json' ? 'json' : format === 'markdown' ? 'md' : 'txt';
  return join(destination.path, `${name}.${extension}`);
}
