import { zipSync } from 'fflate';
import { withExtension, withoutExtension } from '../base/file-name.ts';
import { bytesOf, type MemoryContent, type ProducedFile } from '../files/produced-file.ts';

/** Returns a ZIP file of PDFs. They are already compressed, so they are stored without compression. */
export function zipOf(files: readonly ProducedFile<MemoryContent>[], name: string): ProducedFile {
  const entries = Object.fromEntries(files.map(({ fileName, content }) => [fileName, bytesOf(content)]));
  return {
    fileName: withExtension(withoutExtension(name, '.pdf'), '.zip'),
    contentType: 'application/zip',
    content: zipSync(entries, { level: 0 }),
    warnings: [],
  };
}
