import type { Inspection } from './api-types.ts';

/** The properties that an inspected PDF has, in words: names and values. */
export function inspectionOverview(report: Inspection): [name: string, value: string][] {
  const { metadata, pages, permissions, images } = report;
  const sizes = new Set(pages.map(({ width, height }) => `${Math.round(width)} × ${Math.round(height)}`));
  const names = (entries: readonly { name: string }[]): string => entries.map(({ name }) => name).join(', ');
  const fonts = report.fonts.map(({ name, embedded }) => (embedded ? name : `${name} (not embedded)`));
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
    ['fonts', fonts.join(', ')],
    ['images', images.count === 0 ? '' : `${images.count} (${images.bytes} bytes)`],
    ['signatures', report.signatures.map(({ field }) => field).join(', ')],
    ['damage', report.damage.join('; ')],
    ['truncated', report.truncated ? 'yes: the report does not list everything' : ''],
  ];
  return rows.filter(([, value]) => value !== '');
}
