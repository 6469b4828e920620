import {
  type Arguments,
  conversionOptions,
  type GeneralOption,
  generalOptions,
  readArguments,
} from './arguments.ts';
import { conversionCommands } from './commands.ts';
import { type Context, openContext, print } from './context.ts';
import { placeOf, runConversion } from './convert-command.ts';
import { downloadOptions, runDownload } from './download-command.ts';
import { exitCodeAfter, exitCodeOf, exitCodes } from './exit-codes.ts';
import { inspectOptions, runInspect } from './inspect-command.ts';
import { jobsOptions, runJobs } from './jobs-command.ts';
import { type CommandOption, commandOptionsOf } from './options.ts';
import { describeError, describeUnsaved, errorAsJson } from './report-error.ts';
import { UnsavedResultsError } from './save-results.ts';
import { codeOf } from './system-errors.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { runText, textGeneral, textOptions } from './text-command.ts';
import { runUpload, uploadOptions } from './upload-command.ts';
import {
  commandUsage,
  downloadUsage,
  inspectUsage,
  jobsUsage,
  textUsage,
  uploadUsage,
  usage,
  usageUsage,
  validateUsage,
} from './usage.ts';
import { runValidate, validateOptions } from './validate-command.ts';
import { runUsage, usageOptions } from './usage-command.ts';
import { version } from './version.ts';

/** A command: its options, its help, and its action. */
interface Runnable {
  general: readonly GeneralOption[];
  own: readonly CommandOption[];
  help(): string;
  /** Resolves with the exit code if it is not 0. */
  run(args: Arguments, context: Context): Promise<unknown>;
}

/**
 * The command line `convert`.
 *
 * @returns the exit code
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  const { stdout } = terminal;
  try {
    if (name === '--version') {
      stdout.write(`${version}\n`);
      return exitCodes.done;
    }
    if (name === undefined || ['help', '--help', '-h'].includes(name)) {
      const command = rest.find((arg) => !arg.startsWith('-'));
      stdout.write(command === undefined ? usage() : commandOf(command).help());
      return exitCodes.done;
    }
    const command = commandOf(name);
    const read = readArguments(rest, [...command.general, ...generalOptions], command.own);
    if (!read.options['help']) return await run(command, read, terminal);
    stdout.write(command.help());
    return exitCodes.done;
  } catch (error) {
    return report(error, terminal, { json: printsJson(args) });
  }
}

async function run(command: Runnable, args: Arguments, terminal: Terminal): Promise<number> {
  const context = openContext(args, terminal);
  try {
    const code = await command.run(args, context);
    return typeof code === 'number' ? code : exitCodes.done;
  } catch (error) {
    context.status.stop();
    if (terminal.signal.aborted) {
      describeUnsaved(error).forEach((line) => context.status.note(line));
      return exitCodeAfter(terminal.signal);
    }
    // The reader of standard output, or of a named pipe, has all it needs.
    if (error instanceof UnsavedResultsError && codeOf(error.cause) === 'EPIPE') return exitCodes.done;
    const place = (field: string) => placeOf(field, args.operands, command.own);
    return report(error, terminal, { json: context.json, place });
  } finally {
    context.status.stop();
  }
}

function commandOf(name: string): Runnable {
  if (name === 'inspect')
    return { general: [], own: inspectOptions, help: () => inspectUsage(inspectOptions), run: runInspect };
  if (name === 'validate') {
    const own = validateOptions;
    return { general: [], own, help: () => validateUsage(own), run: runValidate };
  }
  if (name === 'text')
    return { general: textGeneral, own: textOptions, help: () => textUsage(textOptions), run: runText };
  if (name === 'upload')
    return { general: uploadOptions, own: [], help: () => uploadUsage(uploadOptions), run: runUpload };
  if (name === 'download')
    return {
      general: downloadOptions,
      own: [],
      help: () => downloadUsage(downloadOptions),
      run: runDownload,
    };
  if (name === 'jobs')
    return { general: jobsOptions, own: [], help: () => jobsUsage(jobsOptions), run: runJobs };
  if (name === 'usage')
    return { general: usageOptions, own: [], help: () => usageUsage(usageOptions), run: runUsage };
  const command = Object.hasOwn(conversionCommands, name) ? conversionCommands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command: ${name}.`);
  const own = commandOptionsOf(command.operations);
  return {
    general: conversionOptions,
    own,
    help: () => commandUsage(name, command),
    run: (args, context) => runConversion(name, command, own, args, context),
  };
}

/** Whether an invalid command line requests JSON. With `-o -`, standard output is for the result. */
function printsJson(args: readonly string[]): boolean {
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const toStandardOutput = options.some(
    (arg, index) =>
      ['-o-', '--output=-'].includes(arg) ||
      (arg === '-' && ['-o', '--output'].includes(options[index - 1] ?? '')),
  );
  return options.includes('--json') && !toStandardOutput;
}

function report(
  error: unknown,
  terminal: Terminal,
  { json, place = (field) => field }: { json: boolean; place?: (field: string) => string },
): number {
  if (json) print({ terminal, json }, errorAsJson(error), []);
  for (const line of describeError(error, place)) terminal.stderr.write(`convert: ${line}\n`);
  return exitCodeOf(error);
}
