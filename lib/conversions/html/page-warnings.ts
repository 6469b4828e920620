import { boundedWarnings } from '../../base/warnings.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ProducedFile } from '../../files/produced-file.ts';
import type { RenderedPage } from './render-page.ts';

/** Returns a rendered page with further warnings, before those that it has. */
export async function addWarnings(
  page: RenderedPage,
  warnings: ProducedFile['warnings'],
  files: Pick<FileStore, 'record'>,
): Promise<RenderedPage> {
  if (warnings.length === 0) return page;
  const all = boundedWarnings([...warnings, ...page.file.warnings]);
  if (page.kind === 'produced') return { ...page, file: { ...page.file, warnings: all } };
  const { file } = page;
  return { ...page, file: await files.record(file.owner, { ...file, warnings: all }, file.id) };
}
