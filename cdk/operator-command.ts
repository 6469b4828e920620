import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { runningLocalStack } from './local-state.ts';
import { stackName } from './project.ts';
import { deployedStack, type StackAccess } from './stack-access.ts';

/** What the command line asks for cannot be done; the message says what would be. */
export class UsageError extends Error {}

/** How commands choose the stack that they are about. */
export const stackOptions = { local: { type: 'boolean' }, stack: { type: 'string' } } as const;

export const stackUsage = `Where:  --local            the local run (npm start), which is the default while it runs
        --stack <name>     a stack on AWS (default ${stackName}), with the SDK's usual AWS_PROFILE and AWS_REGION`;

/**
 * Finds the stack, and says which it is on standard error.
 *
 * @param subject what the command is about: `Keys`
 */
export async function findStack(
  subject: string,
  { local, stack }: { local?: boolean | undefined; stack?: string | undefined },
): Promise<StackAccess> {
  if (local && stack) throw new UsageError('--local and --stack exclude each other.');
  const running = stack ? undefined : runningLocalStack();
  if (running) console.error(`${subject} of the local run:`);
  else if (local) throw new UsageError('The local run is not running here; start it with npm start.');
  else console.error(`${subject} of the stack ${stack ?? stackName} on AWS:`);
  return running ?? (await deployedStack(stack ?? stackName));
}

/**
 * Reads the command line.
 *
 * @throws UsageError with `usage`, when it has options that are not among `options`
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

/** Runs a command to its end, and tells what went wrong in one line. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : `Failed: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
