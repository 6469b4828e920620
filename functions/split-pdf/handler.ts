import { contract } from '#lib/api/contracts/split-pdf.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { respondWithFiles, fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

const baseName = ({
  fields,
  files,
}: {
  fields: { fileName: string };
  files: { file: { fileName: string } };
}) => fields.fileName || files.file.fileName || 'document.pdf';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  convert: (request, work) =>
    splitPdf({ ...request.fields, file: request.files.file, fileName: baseName(request) }, work),
  respond: (parts, request, files) =>
    respondWithFiles(parts, baseName(request), fileResponseOptions(request, files)),
});
