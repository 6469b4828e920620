import { contract } from '#lib/api/contracts/pdf-images.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { documentJob, documentRequest, resultName } from '#lib/conversions/pdf/one-document.ts';
import { pdfImages } from '#lib/conversions/pdf/pictures/pdf-images.ts';
import { fileResponseOptions, respondWithPictures } from '#lib/http/respond-with-files.ts';
import { openProgram } from '../open-program.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(
  contract,
  process.env,
  import.meta.dirname,
  {
    convert: async (request, work) => {
      const images = documentRequest(request);
      const { fields, deadline } = request;
      const pictures = await pdfImages(images, work);
      return work.deliveries.many(pictures, resultName(images), { deliverTo: fields.deliverTo, deadline });
    },
    // The number of pictures depends on the document.
    target: ({ fields: { deliverTo } }) => ({ deliverTo, results: undefined }),
    order: (request) => orderOf(request, () => documentJob('pdf-images', request)),
    respond: (pictures, request, files) =>
      respondWithPictures(
        pictures,
        resultName(documentRequest(request)),
        fileResponseOptions(request, files),
      ),
  },
  (...from) => openProgram('pdfium-worker', ...from),
);
