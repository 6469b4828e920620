import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { runningLocalStack } from './local-state.ts';
import { stackName } from './project.ts';
import { deployedStack, type StackAccess } from './stack-access.ts';

/** An invalid command line. The message says what would be valid. */
export class UsageError extends Error {}

/** The options by which commands select a stack. */
export const stackOptions = { local: { type: 'boolean' }, stack: { type: 'string' } } as const;

export const stackUsage = `Target: --local            the local run (npm start), the default while it runs
        --stack <name>     a stack on AWS (default ${stackName}); AWS_PROFILE and AWS_REGION apply`;

/**
 * Finds the stack, and prints its name to standard error.
 *
 * @param subject the resources that the command manages: `Keys`
 */
export async function findStack(
  subject: string,
  { local, stack }: { local?: boolean | undefined; stack?: string | undefined },
): Promise<StackAccess> {
  if (local && stack) throw new UsageError('--local and --stack exclude each other.');
  const running = stack ? undefined : runningLocalStack();
  if (running) console.error(`${subject} of the local run:`);
  else if (local) throw new UsageError('The local run is not running. Start it with npm start.');
  else console.error(`${subject} of the stack ${stack ?? stackName} on AWS:`);
  return running ?? (await deployedStack(stack ?? stackName));
}

/**
 * Parses the command line.
 *
 * @throws UsageError with `usage` when an option is not in `options`
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

/** Runs a command. Prints an error in one line and sets the exit code. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : `Failed: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
