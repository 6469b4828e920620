import { type Arguments, type GeneralOption, textOf } from './arguments.ts';
import { type Context, print } from './context.ts';
import { UsageError } from './terminal.ts';

export const usageOptions: readonly GeneralOption[] = [
  {
    name: 'from',
    placeholder: 'DATE',
    description: 'First UTC day. Default: the first of the 30 days that end with --to.',
  },
  { name: 'to', placeholder: 'DATE', description: 'Last UTC day. Default: today.' },
];

const columns = ['conversions', 'documents', 'bytesIn', 'bytesOut', 'milliseconds'] as const;

/** Prints the usage of the key, one line per day and operation. */
export async function runUsage(args: Arguments, context: Context): Promise<void> {
  if (args.operands.length > 0) throw new UsageError('usage accepts no arguments.');
  const period = { from: textOf(args, 'from'), to: textOf(args, 'to') };
  const usage = await context.client.usage(period, context.call);
  context.status.stop();
  const rows = usage.days.flatMap(({ date, operations }) =>
    Object.entries(operations).map(([operation, counted]) => [
      date,
      operation,
      ...columns.map((column) => String(counted[column])),
    ]),
  );
  print(context, usage, rows.length === 0 ? [] : aligned([['date', 'operation', ...columns], ...rows]));
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        // Dates and names to the left, numbers to the right.
        return column < 2 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  '),
  );
}
