import * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { defineContract } from '../contract.ts';
import { pdfFile } from '../fields/fields.ts';
import { jobFields, jobHeaders } from '../fields/job-fields.ts';
import { checkPictureFields, imagesFields, imagesRules } from '../fields/picture-fields.ts';
import { acceptedJob } from '../responses/accepted-job.ts';
import { fileLinks, fileResponses } from '../responses/file-contract.ts';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { formErrors, pdfErrors } from './input-errors.ts';

const millions = (pixels: number): string => `${pixels / 1_000_000} million pixels`;

const { pages: _, ...example } = fileResponseExample;

export const contract = defineContract({
  name: 'pdf-images',
  method: 'POST',
  path: '/api/pdf/images',
  tag: 'PDF',
  summary: 'Convert PDF pages to images',
  description:
    'Renders each page as an image, as a viewer displays it: the crop box, with the rotation of the page, annotations and form fields. ' +
    `The limit is ${millions(limits.drawnPixels)} per image and ${millions(limits.totalDrawnPixels)} per request.`,
  access: 'key',
  metered: true,
  body: {
    kind: 'multipart',
    files: { file: pdfFile },
    fields: z.strictObject({ ...imagesFields, ...jobFields }).superRefine(checkPictureFields),
    rules: imagesRules,
  },
  requestHeaders: jobHeaders,
  responses: {
    200: {
      description:
        'The images: an array of FileResponse, or one ZIP file if `Accept` begins with `application/zip`. If there is one image and `Accept` begins with its media type: its bytes.',
      content: {
        'application/json': z.array(fileResponse),
        'application/zip': 'bytes',
        'image/png': 'bytes',
        'image/jpeg': 'bytes',
        'image/webp': 'bytes',
      },
      headers: fileResponses.headers,
      links: fileLinks('$response.body#/0/id'),
      example: [
        { ...example, fileName: 'report_1.png', contentType: 'image/png', width: 1240, height: 1754 },
      ],
    },
    202: acceptedJob({ type: 'pdf-images', inputs: [{ fileName: 'report.pdf', size: 123_456 }] }),
    303: fileResponses.redirect,
  },
  errors: [...formErrors, ...pdfErrors, 'invalid-range', 'too-many-jobs'],
});
