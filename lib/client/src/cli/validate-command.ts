import type { ConversionInput } from '../operation-types.ts';
import { validationLines } from '../validation-lines.ts';
import { type Arguments, requireOperands } from './arguments.ts';
import { type Context, print } from './context.ts';
import { inputOf } from './convert-command.ts';
import { exitCodes } from './exit-codes.ts';
import { operations } from './operations.ts';
import { commandOptionsOf } from './options.ts';

const operation = operations['validate-pdf'];

export const validateOptions = commandOptionsOf([operation]);

/** Prints whether a PDF conforms to a standard, and what it does not meet. Returns the exit code. */
export async function runValidate(args: Arguments, context: Context): Promise<number> {
  requireOperands(args, 'FILE');
  const input = await inputOf(operation, validateOptions, args, context.terminal);
  context.status.show('validating');
  const report = await context.client.validatePdf(input as ConversionInput<'validate-pdf'>, context.call);
  context.status.stop();
  print(context, report, validationLines(report));
  return report.valid ? exitCodes.done : exitCodes.nonConformant;
}
