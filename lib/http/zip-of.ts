import { boundedWarnings } from '../base/warnings.ts';
import { withExtension, withoutExtension } from '../base/file-name.ts';
import type { Chunks, MemoryContent, ProducedFile } from '../files/produced-file.ts';
import { storedZip } from '../files/stored-zip.ts';

/** Returns a ZIP file of results. @throws Error when two have the same name: a ZIP would lose one */
export function zipOf(files: readonly ProducedFile<MemoryContent>[], name: string): ProducedFile<Chunks> {
  const byName = new Map(files.map(({ fileName, content }) => [fileName, content]));
  if (byName.size < files.length) throw new Error('Several results have the same name');
  return {
    fileName: withExtension(withoutExtension(name, '.pdf'), '.zip'),
    contentType: 'application/zip',
    content: storedZip(byName),
    warnings: boundedWarnings(files.flatMap(({ warnings }) => warnings)),
  };
}
