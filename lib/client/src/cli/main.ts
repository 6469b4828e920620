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
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { inspectOptions, runInspect } from './inspect-command.ts';
import { jobsOptions, runJobs } from './jobs-command.ts';
import { type CommandOption, commandOptionsOf } from './options.ts';
import { describeError, errorAsJson } from './report-error.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { runText, textGeneral, textOptions } from './text-command.ts';
import { runUpload, uploadOptions } from './upload-command.ts';
import {
  commandUsage,
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

/** A command: its options, its help, and its action. */
interface Runnable {
  general: readonly GeneralOption[];
  own: readonly CommandOption[];
  help(): string;
  run(args: Arguments, context: Context): Promise<void>;
}

/**
 * The command line `convert`.
 *
 * @returns the exit code
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    terminal.stdout.write(usage());
    return exitCodes.done;
  }
  try {
    const command = commandOf(name);
    const read = readArguments(rest, [...command.general, ...generalOptions], command.own);
    if (!read.options['help']) return await run(command, read, terminal);
    terminal.stdout.write(command.help());
    return exitCodes.done;
  } catch (error) {
    return report(error, terminal);
  }
}

async function run(command: Runnable, args: Arguments, terminal: Terminal): Promise<number> {
  const context = openContext(args, terminal);
  try {
    await command.run(args, context);
    return exitCodes.done;
  } catch (error) {
    context.status.stop();
    if (terminal.signal.aborted) return exitCodes.interrupted;
    if (context.json && !(error instanceof UsageError)) print(context, errorAsJson(error), []);
    return report(error, terminal, (field) => placeOf(field, args.operands, command.own));
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
    run: (args, context) => runConversion(command, own, args, context),
  };
}

function report(error: unknown, { stderr }: Terminal, place = (field: string) => field): number {
  for (const line of describeError(error, place)) stderr.write(`convert: ${line}\n`);
  return exitCodeOf(error);
}
