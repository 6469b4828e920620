import type { Inspection } from '../api-types.ts';
import type { ConversionInput } from '../operation-types.ts';
import type { Arguments } from './arguments.ts';
import { type Context, print } from './context.ts';
import { inputOf } from './convert-command.ts';
import { operations } from './operations.ts';
import { optionsOf } from './options.ts';
import { UsageError } from './terminal.ts';

const operation = operations['inspect-pdf'];

export const inspectOptions = optionsOf([operation]);

/** Prints what a PDF contains: an overview, or the whole report as JSON. */
export async function runInspect(args: Arguments, context: Context): Promise<void> {
  if (args.operands.length === 0) throw new UsageError('FILE is missing.');
  const input = await inputOf(operation, inspectOptions, args, context.terminal);
  context.status.show('inspecting');
  const report = await context.client.inspectPdf(input as ConversionInput<'inspect-pdf'>, context.call);
  context.status.stop();
  print(context, report, overviewOf(report));
}

/** One line for each property that the document has. */
export function overviewOf(report: Inspection): string[] {
  const { metadata, pages, permissions, images } = report;
  const sizes = new Set(pages.map(({ width, height }) => `${Math.round(width)} × ${Math.round(height)}`));
  const names = (entries: readonly { name: string }[]): string => entries.map(({ name }) => name).join(', ');
  const rows: [string, string][] = [
    ...Object.entries(metadata),
    ['pages', `${report.pageCount} (${[...sizes].join(', ')} points)`],
    ['version', report.version],
    ['encrypted', report.encrypted ? `yes, permits ${permissions.join(', ') || 'nothing'}` : ''],
    ['conformance', report.conformance.join(', ')],
    ['tagged', report.tagged ? 'yes' : ''],
    ['linearized', report.linearized ? 'yes' : ''],
    ['bookmarks', report.bookmarks.map(({ title }) => title).join(', ')],
    ['attachments', names(report.attachments)],
    ['form', names(report.form)],
    [
      'fonts',
      report.fonts.map(({ name, embedded }) => (embedded ? name : `${name} (not embedded)`)).join(', '),
    ],
    ['images', images.count === 0 ? '' : `${images.count} (${images.bytes} bytes)`],
    ['signatures', report.signatures.map(({ field }) => field).join(', ')],
    ['damage', report.damage.join('; ')],
  ];
  const shown = rows.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}
