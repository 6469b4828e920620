import { inspectionOverview } from '../inspection-overview.ts';
import type { ConversionInput } from '../operation-types.ts';
import { type Arguments, requireOperands } from './arguments.ts';
import { type Context, print } from './context.ts';
import { inputOf } from './convert-command.ts';
import { operations } from './operations.ts';
import { commandOptionsOf } from './options.ts';

const operation = operations['inspect-pdf'];

export const inspectOptions = commandOptionsOf([operation]);

/** Prints what a PDF contains: an overview, or the whole report as JSON. */
export async function runInspect(args: Arguments, context: Context): Promise<void> {
  requireOperands(args, 'FILE');
  const input = await inputOf(operation, inspectOptions, args, context.terminal);
  context.status.show('inspecting');
  const report = await context.client.inspectPdf(input as ConversionInput<'inspect-pdf'>, context.call);
  context.status.stop();
  const rows = inspectionOverview(report);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  print(context, report, lines);
}
