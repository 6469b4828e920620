import * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { finishingFields, finishingFiles } from '../fields/finishing/finishing-fields.ts';
import { finishingRules, officeConformanceRules } from '../fields/finishing/finishing-rules.ts';
import { toPdfFields, toPdfRules } from '../fields/to-pdf-fields.ts';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { convertibleNames, convertibleTypes } from './convertible-files.ts';
import { officeContract, officeJobDescription } from './office-contract.ts';

export const contract = officeContract({
  name: 'to-pdf',
  path: '/api/convert/to-pdf',
  summary: 'Convert files to PDF',
  description: `Converts files to one PDF, in the order sent: ${convertibleNames}. The type is detected from the content; the file extension only distinguishes CSV, TSV, HTML and Markdown from plain text. Options apply only to the file types that support them. Images are not resampled. Each file counts as one document. ${officeJobDescription} If a file cannot be converted, the job fails with an error that names it. \`warnings\` of the result lists fonts that were replaced and characters that no font contains.`,
  files: {
    files: {
      description: `1 to ${limits.mergeFiles} files. Each is a file part, an upload id, a file id or an https URL.`,
      contentTypes: convertibleTypes,
      many: { min: 1, max: limits.mergeFiles },
    },
    ...finishingFiles,
  },
  fields: { ...toPdfFields, ...finishingFields },
  rules: [toPdfRules, ...finishingRules, officeConformanceRules],
  jobType: 'to-pdf',
  fileName: 'report.odt',
  result: {
    description:
      'The PDF, for requests with `Prefer: wait=n` whose job completed in time: a FileResponse, or the bytes if `Accept` begins with `application/pdf`. If `merge` is false: an array of FileResponses, or one ZIP file if `Accept` begins with `application/zip` and it fits in a response.',
    content: {
      'application/json': z.union([fileResponse, z.array(fileResponse)]),
      'application/pdf': 'bytes',
      'application/zip': 'bytes',
    },
    example: { ...fileResponseExample, fileName: 'report.pdf' },
  },
});
