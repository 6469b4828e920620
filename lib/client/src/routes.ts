import type { Contracts } from './contracts.ts';

/** The route of each call. Written out, since the client contains no contracts. The compiler compares. */
export const routes = {
  'merge-pdf': 'POST /api/pdf/merge',
  'split-pdf': 'POST /api/pdf/split',
  'edit-pdf': 'POST /api/pdf/edit',
  'inspect-pdf': 'POST /api/pdf/inspect',
  'validate-pdf': 'POST /api/pdf/validate',
  'pdf-images': 'POST /api/pdf/images',
  thumbnail: 'POST /api/pdf/thumbnail',
  'pdf-text': 'POST /api/pdf/text',
  'html-file': 'POST /api/html/file',
  'html-url': 'POST /api/html/url',
  'html-markdown': 'POST /api/html/markdown',
  'convert-docx': 'POST /api/convert/docx-to-pdf',
  'convert-xlsx': 'POST /api/convert/xlsx-to-pdf',
  'convert-pptx': 'POST /api/convert/pptx-to-pdf',
  'to-pdf': 'POST /api/convert/to-pdf',
  'convert-office': 'POST /api/convert/office',
  'list-jobs': 'GET /api/jobs',
  'get-job': 'GET /api/jobs/{id}',
  'get-job-result': 'GET /api/jobs/{id}/result',
  'delete-job': 'DELETE /api/jobs/{id}',
  'get-file': 'GET /api/files/{id}',
  'delete-file': 'DELETE /api/files/{id}',
  'create-upload': 'POST /api/uploads',
  'create-uploads': 'POST /api/uploads/batch',
  'delete-upload': 'DELETE /api/uploads/{id}',
  'get-usage': 'GET /api/usage',
  health: 'GET /api/health',
} as const satisfies { [N in keyof Contracts]: `${Contracts[N]['method']} ${Contracts[N]['path']}` };

/** The name of a call: the `operationId` of the OpenAPI description. */
export type OperationName = keyof typeof routes;
