import { withExtension, withoutExtension } from '../base/file-name.ts';
import type { Chunks, MemoryContent, ProducedFile } from '../files/produced-file.ts';
import { storedZip } from '../files/stored-zip.ts';

/** Returns a ZIP file of results. */
export const zipOf = (files: readonly ProducedFile<MemoryContent>[], name: string): ProducedFile<Chunks> => ({
  fileName: withExtension(withoutExtension(name, '.pdf'), '.zip'),
  contentType: 'application/zip',
  content: storedZip(new Map(files.map(({ fileName, content }) => [fileName, content]))),
  warnings: [],
});
