import { exportRequestFields } from '../fields/export-fields.ts';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import {
  officeContentTypes,
  officeContract,
  officeFormatNames,
  officeJobDescription,
} from './office-contract.ts';

const { pages: _, ...example } = fileResponseExample;

export const contract = officeContract({
  name: 'convert-office',
  path: '/api/convert/office',
  summary: 'Convert office documents to formats other than PDF',
  description:
    `Converts documents of all office formats (${officeFormatNames}) to another format. HTML with images, and CSV of ` +
    `several sheets, are one ZIP file. ${officeJobDescription} The result contains no macros, and no external content ` +
    'that loads when it is opened. Hyperlinks to the web stay.',
  files: {
    file: {
      description: 'One document: a file part, an upload id, a file id or an https URL.',
      contentTypes: officeContentTypes,
    },
  },
  fields: exportRequestFields,
  jobType: 'convert-office',
  fileName: 'report.docx',
  result: {
    description:
      "The result, for requests with `Prefer: wait=n` whose job completed in time: a FileResponse, or the bytes if `Accept` begins with the result's media type.",
    content: {
      'application/json': fileResponse,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'bytes',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'bytes',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'bytes',
      'application/vnd.oasis.opendocument.text': 'bytes',
      'application/vnd.oasis.opendocument.spreadsheet': 'bytes',
      'application/vnd.oasis.opendocument.presentation': 'bytes',
      'application/rtf': 'bytes',
      'text/plain': 'bytes',
      'text/html': 'bytes',
      'text/csv': 'bytes',
      'image/png': 'bytes',
      'application/zip': 'bytes',
    },
    example: {
      ...example,
      fileName: 'report.odt',
      contentType: 'application/vnd.oasis.opendocument.text',
    },
  },
});
