import type { ConversionInput } from '../operation-types.ts';
import { validationLines } from '../validation-lines.ts';
import type { Arguments } from './arguments.ts';
import { type Context, print } from './context.ts';
import { inputOf } from './convert-command.ts';
import { operations } from './operations.ts';
import { commandOptionsOf } from './options.ts';
import { UsageError } from './terminal.ts';

const operation = operations['validate-pdf'];

export const validateOptions = commandOptionsOf([operation]);

/** Prints whether a PDF conforms to a standard, and what it does not meet. */
export async function runValidate(args: Arguments, context: Context): Promise<void> {
  if (args.operands.length === 0) throw new UsageError('FILE is missing.');
  const input = await inputOf(operation, validateOptions, args, context.terminal);
  context.status.show('validating');
  const report = await context.client.validatePdf(input as ConversionInput<'validate-pdf'>, context.call);
  context.status.stop();
  print(context, report, validationLines(report));
}
