import { extname } from 'node:path';
import type { FileInput, FileResponse, JobConversionName, JobResponse } from '../api-types.ts';
import type { ConversionInput } from '../operation-types.ts';
import { type Arguments, textOf } from './arguments.ts';
import { type ConversionCommand, operandField, operationFor } from './commands.ts';
import { type Context, print } from './context.ts';
import type { Operation } from './operations.ts';
import type { CommandOption } from './options.ts';
import { openInput, readText } from './read-input.ts';
import { saveResults } from './save-results.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** Seconds to wait for a job in the call that submits it. Most office documents are converted by then. */
const quickSeconds = 5;

type FormValue = FileInput | FileInput[] | boolean;

/** Converts the operands and saves the result. */
export async function runConversion(
  command: ConversionCommand,
  own: readonly CommandOption[],
  args: Arguments,
  context: Context,
): Promise<void> {
  const output = textOf(args, 'output');
  const [operand] = args.operands;
  if (operand === undefined) throw new UsageError(`${command.operands} is missing.`);
  const operation = operationFor(command, operand);
  const input: Record<string, FormValue> = {
    ...formatInput(operation, output),
    ...(await inputOf(operation, own, args, context.terminal)),
  };
  requireOptions(own, input);
  context.status.show('converting');
  const { client, call, status } = context;
  const options = { ...call, onProgress: status.sending('converting') };
  if (args.options['wait'] === false) {
    const job = await client.submit(
      operation.name,
      input as unknown as ConversionInput<JobConversionName>,
      options,
    );
    print(context, job, [job.id]);
    return;
  }
  const response = await client.convertWithin(quickSeconds, operation.name, input, options);
  // Also with --webhook-url, which requests a job.
  if ('links' in response) await saveJob(response, output, context);
  else await save(response, output, context);
}

/** Waits for a job and saves its result. */
export async function saveJob(job: JobResponse, output: string | undefined, context: Context): Promise<void> {
  const { client, call, status, terminal } = context;
  const goesOn = () =>
    status.note(`${job.id} is still running. To save its result, run: convert jobs ${job.id} -o PATH`);
  terminal.signal.addEventListener('abort', goesOn, { once: true });
  const show = ({ status: state, progress }: JobResponse) =>
    status.show(state === 'queued' ? 'queued' : progressText(progress));
  show(job);
  const completed = await client.waitForJob(job, { ...call, onProgress: show });
  terminal.signal.removeEventListener('abort', goesOn);
  await save(completed.result, output, context, completed);
}

const progressText = (progress: JobResponse['progress']): string =>
  progress ? `converting, ${progress.done} of ${progress.total} files,` : 'converting';

async function save(
  results: FileResponse | FileResponse[],
  output: string | undefined,
  context: Context,
  response: unknown = results,
): Promise<void> {
  const files = [results].flat();
  const paths = await saveResults(files, { ...context, output });
  for (const { code, message, url } of files.flatMap(({ warnings }) => warnings)) {
    context.status.note(`warning: ${[code, message, url].filter(Boolean).join(' ')}`);
  }
  context.status.stop();
  print(context, response, paths);
}

/** The form of a request: the operands, and the options that are fields. */
export const inputOf = async (
  operation: Operation,
  own: readonly CommandOption[],
  args: Arguments,
  terminal: Terminal,
): Promise<Record<string, FormValue>> => ({
  ...(await operandInput(operation, args.operands, terminal)),
  ...(await optionInput(own, args, terminal)),
});

async function operandInput(
  operation: Operation,
  [operand = '', ...others]: readonly string[],
  terminal: Terminal,
): Promise<Record<string, FormValue>> {
  const field = operandField(operation);
  const { files } = operation;
  if (files[field]?.many) {
    return { [field]: await Promise.all([operand, ...others].map((path) => openInput(path, terminal))) };
  }
  if (others.length > 0)
    throw new UsageError(`The command accepts one argument; unexpected: ${others.join(' ')}.`);
  return { [field]: field in files ? await openInput(operand, terminal) : operand };
}

async function optionInput(
  own: readonly CommandOption[],
  { options }: Arguments,
  terminal: Terminal,
): Promise<Record<string, FormValue>> {
  const input: Record<string, FormValue> = {};
  for (const { name, field } of own) {
    const value = options[name];
    if (typeof value === 'string') input[field] = await readText(value);
    else if (typeof value === 'boolean') input[field] = value;
    else if (value) input[field] = await Promise.all(value.map((path) => openInput(path, terminal)));
  }
  return input;
}

/** The format of the result for operations that have a choice: from the extension after `-o`, otherwise PDF if that is one. */
function formatInput({ texts }: Operation, output: string | undefined): { format?: string } {
  const { enum: formats } = texts['format'] ?? {};
  if (!formats) return {};
  const extension = extname(output ?? '')
    .slice(1)
    .toLowerCase()
    .replace(/^jpg$/, 'jpeg');
  const format = [extension, 'pdf'].find((name) => formats.includes(name));
  return format === undefined ? {} : { format };
}

function requireOptions(own: readonly CommandOption[], input: Readonly<Record<string, FormValue>>): void {
  const missing = own.filter(({ field, required }) => required && input[field] === undefined);
  if (missing.length === 0) return;
  throw new UsageError(`${missing.map(({ name }) => `--${name}`).join(', ')} is required.`);
}

/** The option or operand behind a field that the service names. */
export function placeOf(field: string, operands: readonly string[], own: readonly CommandOption[]): string {
  const [, name = field, index] = /^(\w+)(?:\[(\d+)\])?/.exec(field) ?? [];
  const option = own.find((each) => each.field === name);
  if (option) return `--${option.name}${field.slice(name.length)}`;
  return name === 'url' || name === 'file' || name === 'files'
    ? (operands[Number(index ?? 0)] ?? field)
    : field;
}
