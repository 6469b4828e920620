import { dictAt, listOf, resolved } from '../../assembly/lookup.ts';
import { fileNameOf } from '../../assembly/names/attachments.ts';
import { keys } from '../../keys.ts';
import { PDFDict, PDFHexString, type PDFObject, PDFRef } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import { EmbeddedFiles } from '../embedded-files.ts';

/**
 * Attaches the files of annotations to the document as a whole: those of file attachments (PDF 32000-1, 12.5.6.15) and
 * those that are associated with an annotation (ISO 32000-2, 14.13). A file whose name is taken is renamed.
 */
export function keepFiles({ context, catalog, budget }: BuiltDocument, annotations: Iterable<PDFDict>): void {
  let files: EmbeddedFiles | undefined;
  for (const annotation of annotations) {
    const entries = filesOf(annotation);
    budget.read(entries.length * entryBytes);
    for (const entry of entries) {
      const file = resolved(context, entry);
      if (!(file instanceof PDFDict) || !dictAt(file, keys.EF)) continue;
      files ??= new EmbeddedFiles(context, catalog);
      if (entry instanceof PDFRef && files.has(entry)) continue;
      const name = fileNameOf(file) ?? unnamed;
      const fileName = files.freeName(name);
      if (fileName !== name) rename(file, fileName);
      files.add(fileName, entry instanceof PDFRef ? entry : context.register(file));
    }
  }
  files?.write();
}

/** What an entry takes, in bytes that count as read: annotations of a hostile document can share a list. */
const entryBytes = 32;

/** The file specifications (PDF 32000-1, 7.11.3) of an annotation. */
function filesOf(annotation: PDFDict): readonly PDFObject[] {
  const attached = annotation.get(keys.FS);
  return [...(attached ? [attached] : []), ...listOf(annotation.context, annotation.get(keys.AF))];
}

const unnamed = 'attachment';

function rename(file: PDFDict, name: string): void {
  for (const key of [keys.F, keys.UF]) if (file.get(key)) file.set(key, PDFHexString.fromText(name));
}
