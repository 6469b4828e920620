import { extname } from 'node:path';
import type { FileResponse } from '../../api/responses/file-response.ts';
import type { JobResponse } from '../../api/responses/job-response.ts';
import type { FileField } from '../../api/contract.ts';
import type { ConversionInput, ConversionName, FileInput } from '../contracts.ts';
import { type Arguments, textOf } from './arguments.ts';
import { type ConversionCommand, type ConversionContract, contractFor, operandField } from './commands.ts';
import { type Context, print } from './context.ts';
import type { CommandOption } from './options.ts';
import { openInput, readText } from './read-input.ts';
import { saveResults } from './save-results.ts';
import { type Terminal, UsageError } from './terminal.ts';

type FormValue = FileInput | FileInput[] | boolean;

/** Converts what the operands name, and saves the result. */
export async function runConversion(
  command: ConversionCommand,
  own: readonly CommandOption[],
  args: Arguments,
  context: Context,
): Promise<void> {
  const output = textOf(args, 'output');
  const [operand] = args.operands;
  if (operand === undefined) throw new UsageError(`${command.operands} is missing.`);
  const contract = contractFor(command, operand);
  const input: Record<string, FormValue> = {
    ...formatInput(contract, output),
    ...(await operandInput(contract, args.operands, context.terminal)),
    ...(await optionInput(own, args, context.terminal)),
  };
  requireOptions(own, input);
  context.status.show('converting');
  const answer = await context.client.convert(contract.name, input as ConversionInput<ConversionName>, {
    ...context.call,
    onProgress: context.status.sending('converting'),
  });
  if (!('links' in answer)) return save(answer, output, context);
  if (args.options['wait'] === false) print(context, answer, [answer.id]);
  else await saveJob(answer, output, context);
}

/** Waits for a job and saves its result. */
export async function saveJob(job: JobResponse, output: string | undefined, context: Context): Promise<void> {
  const { client, call, status, terminal } = context;
  const goesOn = () => status.note(`${job.id} goes on; convert jobs ${job.id} -o PATH has its result later.`);
  terminal.signal.addEventListener('abort', goesOn, { once: true });
  const show = ({ status: state }: JobResponse) => status.show(state === 'queued' ? 'queued' : 'converting');
  show(job);
  const completed = await client.waitForJob(job, { ...call, onProgress: show });
  terminal.signal.removeEventListener('abort', goesOn);
  await save(completed.result, output, context, completed);
}

async function save(
  results: FileResponse | FileResponse[],
  output: string | undefined,
  context: Context,
  answer: unknown = results,
): Promise<void> {
  const files = [results].flat();
  const paths = await saveResults(files, { ...context, output });
  for (const { code, message, url } of files.flatMap(({ warnings }) => warnings)) {
    context.status.note(`warning: ${[code, message, url].filter(Boolean).join(' ')}`);
  }
  context.status.stop();
  print(context, answer, paths);
}

async function operandInput(
  contract: ConversionContract,
  [operand = '', ...others]: readonly string[],
  terminal: Terminal,
): Promise<Record<string, FormValue>> {
  const field = operandField(contract);
  const files: Readonly<Record<string, FileField>> = contract.body.files;
  if (files[field]?.many) {
    return { [field]: await Promise.all([operand, ...others].map((path) => openInput(path, terminal))) };
  }
  if (others.length > 0) throw new UsageError(`One at a time, please: what is ${others.join(' ')}?`);
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

/** What the result is to be, where that is to be said: what the name after `-o` says, PDF if it says nothing. */
function formatInput({ body }: ConversionContract, output: string | undefined): { format?: string } {
  if (!('format' in body.fields.shape)) return {};
  const extension = extname(output ?? '')
    .slice(1)
    .toLowerCase()
    .replace(/^jpg$/, 'jpeg');
  return { format: body.fields.shape.format.safeParse(extension).data ?? 'pdf' };
}

function requireOptions(own: readonly CommandOption[], input: Readonly<Record<string, FormValue>>): void {
  const missing = own.filter(({ field, required }) => required && input[field] === undefined);
  if (missing.length === 0) return;
  throw new UsageError(`${missing.map(({ name }) => `--${name}`).join(', ')} must be given.`);
}

/** A field that the service names, as it was typed. */
export function placeOf(field: string, operands: readonly string[], own: readonly CommandOption[]): string {
  const [, name = field, index] = /^(\w+)(?:\[(\d+)\])?/.exec(field) ?? [];
  const option = own.find((each) => each.field === name);
  if (option) return `--${option.name}${field.slice(name.length)}`;
  return name === 'url' || name === 'file' || name === 'files'
    ? (operands[Number(index ?? 0)] ?? field)
    : field;
}
