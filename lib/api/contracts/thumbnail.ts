import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { jobFields } from '../fields/job-fields.ts';
import { checkPictureFields, thumbnailFields, thumbnailRules } from '../fields/picture-fields.ts';
import { acceptedJob } from '../responses/accepted-job.ts';
import { fileResponses } from '../responses/file-contract.ts';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { formErrors, pdfErrors } from './input-errors.ts';
import { convertibleNames, convertibleTypes } from './convertible-files.ts';

const { pages: _, ...example } = fileResponseExample;

export const contract = defineContract({
  name: 'thumbnail',
  method: 'POST',
  path: '/api/pdf/thumbnail',
  tag: 'PDF',
  summary: "Create a thumbnail of a file's first page",
  description:
    `Renders the first page of a file as an image: ${convertibleNames}. The type is detected from the content. ` +
    'A PDF is rendered immediately, and the response is 200. Other files are converted in a job: the response is 202, or 200 with `Prefer: wait=n` if the job completes in time.',
  access: 'key',
  metered: true,
  body: {
    kind: 'multipart',
    files: {
      file: {
        description: 'One file: a file part, an upload id, a file id or an https URL.',
        contentTypes: convertibleTypes,
      },
    },
    fields: z.strictObject({ ...thumbnailFields, ...jobFields }).superRefine(checkPictureFields),
    rules: thumbnailRules,
  },
  requestHeaders: {
    prefer: z
      .string()
      .optional()
      .meta({
        description:
          '`respond-async` requests a job for a PDF too (RFC 7240). `wait=n` waits up to n seconds for the image of another file, at most until 3 seconds before the deadline of the request.',
        examples: ['wait=20'],
      }),
  },
  responses: {
    200: {
      description: 'The image: a FileResponse, or the bytes if `Accept` begins with its media type.',
      content: {
        'application/json': fileResponse,
        'image/png': 'bytes',
        'image/jpeg': 'bytes',
        'image/webp': 'bytes',
      },
      headers: fileResponses.headers,
      links: fileResponses.links,
      example: { ...example, fileName: 'report.png', contentType: 'image/png', width: 320, height: 453 },
    },
    202: acceptedJob({ type: 'thumbnail', inputs: [{ fileName: 'report.docx', size: 123_456 }] }),
    303: fileResponses.redirect,
  },
  errors: [...formErrors, ...pdfErrors, 'too-many-jobs'],
});
