import { randomUUID } from 'node:crypto';
import { attachment, safeFileName } from '../../base/file-name.ts';
import { countBytes } from '../../base/observability/span.ts';
import { type MemoryContent, type ProducedFile, sizeOf } from '../../files/produced-file.ts';
import { storedZip } from '../../files/stored-zip.ts';
import { extensionOf } from '../form/form.ts';

/** A result of a request: a file, or a zip of several. */
export type Output = Pick<
  ProducedFile<MemoryContent>,
  'fileName' | 'contentType' | 'content' | 'warnings' | 'pages'
>;

/**
 * Returns the one file that a request results in.
 *
 * @param wanted the name from `Gotenberg-Output-Filename`, without an extension; empty if the client names none
 */
export function outputOf(files: readonly Output[], wanted: string): Output {
  const [file] = files;
  if (!file) throw new Error('The request produced no file');
  for (const { content } of files) countBytes('output', sizeOf(content));
  const warnings = files.flatMap((each) => each.warnings);
  if (files.length === 1) return { ...file, fileName: named(wanted, file.fileName) };
  const zip = storedZip(new Map(files.map(({ fileName, content }) => [fileName, content])));
  const fileName = named(wanted, `${randomUUID()}.zip`);
  return { fileName, contentType: 'application/zip', content: zip, warnings };
}

const named = (wanted: string, fileName: string): string => {
  const base = safeFileName(wanted);
  return base === '' ? fileName : base + extensionOf(fileName);
};

/** `Content-Disposition` with a plain name for clients that read no other, and the encoded one if they differ. */
export function disposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = attachment(fileName).slice('attachment'.length);
  return `attachment; filename="${plain}"${plain === fileName ? '' : encoded}`;
}
