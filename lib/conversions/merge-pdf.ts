import { withExtension } from '../files/file-name.ts';
import type { InputFile, UploadReader } from '../files/input-file.ts';
import type { ProducedFile } from '../files/produced-file.ts';
import { mergePdfs } from '../pdf/merge.ts';
import { openInputs } from './open-inputs.ts';

/** Merges the PDFs of a request in their order. */
export async function mergePdf(
  request: { files: readonly InputFile[]; fileName: string },
  uploads: UploadReader,
): Promise<ProducedFile> {
  const { documents, warnings } = await openInputs(request.files, uploads);
  const { bytes, pages } = await mergePdfs(documents);
  return {
    fileName: withExtension(request.fileName || 'merged', '.pdf'),
    contentType: 'application/pdf',
    content: bytes,
    pages,
    warnings,
  };
}
