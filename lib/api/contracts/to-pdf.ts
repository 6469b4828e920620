import * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { finishingFields, finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { toPdfFields } from '../fields/to-pdf-fields.ts';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { convertibleNames, convertibleTypes } from './convertible-files.ts';
import { officeContract, officeJobDescription } from './office-contract.ts';

export const contract = officeContract({
  name: 'to-pdf',
  path: '/api/convert/to-pdf',
  summary: 'Convert files to PDF',
  description: `Converts files of all kinds, in their order, to one PDF: ${convertibleNames}. The kind is recognized by the content; only the extension of the file name tells tables, HTML and Markdown from other text. Options apply to the kinds that have them. Pixels of pictures do not change. Counts as one document for each file. ${officeJobDescription} If a file cannot be converted, the job fails with an error that names it. \`warnings\` of the result lists fonts that were replaced and characters that no font contains.`,
  files: {
    files: {
      description: `1 to ${limits.mergeFiles} files. Each is a file part, an upload id, a file id or an https URL.`,
      contentTypes: convertibleTypes,
      many: { min: 1, max: limits.mergeFiles },
    },
    ...finishingFiles,
  },
  fields: { ...toPdfFields, ...finishingFields },
  jobType: 'to-pdf',
  fileName: 'report.odt',
  result: {
    description:
      'The PDF, for requests with `Prefer: wait=n` whose job completed in time: a FileResponse, or the bytes if `Accept` begins with `application/pdf`. An array of FileResponses if `merge` is false.',
    content: {
      'application/json': z.union([fileResponse, z.array(fileResponse)]),
      'application/pdf': 'bytes',
    },
    example: { ...fileResponseExample, fileName: 'report.pdf' },
  },
});
