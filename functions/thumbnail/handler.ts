import { contract } from '#lib/api/contracts/thumbnail.ts';
import { parsePlanCap } from '#lib/auth/plan-caps.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { documentJob } from '#lib/conversions/pdf/one-document.ts';
import { thumbnail } from '#lib/conversions/pdf/pictures/thumbnail.ts';
import { submitThumbnail } from '#lib/conversions/to-pdf/submit-thumbnail.ts';
import { fileResponseOptions, respondWithFile } from '#lib/http/respond-with-files.ts';
import { openProgram } from '../open-program.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

const cap = parsePlanCap('heldCalls', process.env);
const unavailable = process.env['OFFICE_UNAVAILABLE'];
const withoutChromium = process.env['CHROMIUM_UNAVAILABLE'];

export const handler = pdfEndpoint(
  contract,
  process.env,
  import.meta.dirname,
  {
    convert: async ({ files, fields, deadline }, work) => {
      const { deliverTo, webhookUrl: _, ...options } = fields;
      const picture = await thumbnail({ ...options, file: files.file }, work);
      return [await work.deliveries.one(picture, { deliverTo, deadline })];
    },
    target: ({ fields: { deliverTo } }) => ({ deliverTo, results: 1 }),
    order: (request) => orderOf(request, () => documentJob('thumbnail', request)),
    elsewhere: (request, stores) =>
      submitThumbnail(request, () => documentJob('thumbnail', request), {
        ...stores,
        unavailable,
        withoutChromium,
        held: { activity: stores.activity, cap },
      }),
    respond: ([picture], request, files) => respondWithFile(picture, fileResponseOptions(request, files)),
  },
  (...from) => openProgram('pdfium-worker', ...from),
);
