import type { FileInput, JobConversionName, JobResponse } from '../api-types.ts';
import type { ConversionInput } from '../operation-types.ts';
import { type Arguments, requireOperands, textOf } from './arguments.ts';
import { type ConversionCommand, operandField, operationFor } from './commands.ts';
import { type Context, print } from './context.ts';
import { type Destination, destinationOf } from './destination.ts';
import type { Operation } from './operations.ts';
import type { CommandOption } from './options.ts';
import { outputFormat } from './output-format.ts';
import { openInput, readText, requireOneStandardInput } from './read-input.ts';
import { resultCount } from './result-count.ts';
import { saveAndPrint } from './save-results.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** Seconds to wait for a job in the call that submits it. Most office documents are converted by then. */
const quickSeconds = 5;

type FormValue = FileInput | FileInput[] | boolean;

/** Converts the operands and saves the result. `name` is the name of the command. */
export async function runConversion(
  name: string,
  command: ConversionCommand,
  own: readonly CommandOption[],
  args: Arguments,
  context: Context,
): Promise<void> {
  const output = textOf(args, 'output');
  const [operand = ''] = args.operands;
  requireOperands(args, command.operands, command.hint);
  const waits = args.options['wait'] !== false;
  if (!waits && output !== undefined) {
    throw new UsageError(
      '--no-wait and -o cannot be combined: convert jobs ID -o PATH saves the result of the job.',
    );
  }
  const operation = operationFor(command, operand);
  const input = await inputOf(operation, own, args, context.terminal);
  const destination: Destination = waits
    ? await destinationOf(output, resultCount(operation.name, input))
    : { kind: 'free-names' };
  const format = input['format'] ?? outputFormat(operation, name, destination);
  if (format !== undefined) input['format'] = format;
  requireOptions(own, input);
  context.status.show('converting');
  const { client, call, status } = context;
  const options = { ...call, onProgress: status.sending('converting') };
  if (!waits) {
    const job = await notingJobs(context, () =>
      client.submit(operation.name, input as unknown as ConversionInput<JobConversionName>, options),
    );
    print(context, job, [job.id]);
    return;
  }
  const convert = () => client.convertWithin(quickSeconds, operation.name, input, options);
  const response = await (canBeJob(operation, input) ? notingJobs(context, convert) : convert());
  // Also with --webhook-url, which requests a job.
  if ('links' in response) await saveJob(response, () => Promise.resolve(destination), context);
  else await saveAndPrint(response, destination, context);
}

const canBeJob = ({ name, isJob }: Operation, input: object): boolean =>
  isJob || name === 'thumbnail' || 'webhookUrl' in input;

/** Calls `submit`, whose response has the id of a job. When it is interrupted, a note says how to find the job. */
const notingJobs = <T>(context: Context, submit: () => Promise<T>): Promise<T> =>
  noting('The job may still be running. To list your jobs, run: convert jobs', context, submit);

/** Prints a note if the command is interrupted during `call`. */
async function noting<T>(text: string, { status, terminal }: Context, call: () => Promise<T>): Promise<T> {
  const { signal } = terminal;
  const note = () => status.note(text);
  signal.addEventListener('abort', note, { once: true });
  try {
    return await call();
  } finally {
    signal.removeEventListener('abort', note);
  }
}

/** Waits for a job and saves its result. `destinationFor` returns the destination of so many results. */
export async function saveJob(
  job: JobResponse,
  destinationFor: (count: number) => Promise<Destination>,
  context: Context,
): Promise<void> {
  const { client, call, status } = context;
  const show = ({ status: state, progress }: JobResponse) =>
    status.show(state === 'queued' ? 'queued' : progressText(progress));
  show(job);
  const completed = await noting(
    `${job.id} is still running. To save its result, run: convert jobs ${job.id} -o PATH`,
    context,
    () => client.waitForJob(job, { ...call, onProgress: show }),
  );
  const destination = await destinationFor([completed.result].flat().length);
  await saveAndPrint(completed.result, destination, context, (saved) => ({ ...completed, result: saved }));
}

const progressText = (progress: JobResponse['progress']): string =>
  progress ? `converting, ${progress.done} of ${progress.total} files,` : 'converting';

/** The form of a request: the operands, and the options that are fields. */
export async function inputOf(
  operation: Operation,
  own: readonly CommandOption[],
  args: Arguments,
  terminal: Terminal,
): Promise<Record<string, FormValue>> {
  const given = Object.values(args.options).filter((value) => Array.isArray(value));
  const field = operandField(operation);
  requireOneStandardInput([...(field in operation.files ? args.operands : []), ...given.flat()]);
  return {
    ...(await operandInput(operation, args.operands, terminal)),
    ...(await optionInput(own, args, terminal)),
  };
}

async function operandInput(
  operation: Operation,
  operands: readonly string[],
  terminal: Terminal,
): Promise<Record<string, FormValue>> {
  const field = operandField(operation);
  const { files } = operation;
  if (files[field]?.many) {
    return { [field]: await Promise.all(operands.map((path) => openInput(path, terminal))) };
  }
  const [operand = ''] = operands;
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
