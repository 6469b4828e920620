import { contract } from '#lib/api/contracts/html-url.ts';
import { checkFonts } from '#lib/conversions/fonts/check-fonts.ts';
import { deliverPage } from '#lib/conversions/html/deliver-page.ts';
import { checkPageFinishing } from '#lib/conversions/html/finish-page.ts';
import { htmlUrlJob } from '#lib/conversions/html/html-jobs.ts';
import { pageRequest } from '#lib/conversions/html/page-call.ts';
import { renderGivenUrl } from '#lib/conversions/html/render-given.ts';
import { respondWithPage } from '#lib/conversions/html/respond-with-page.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { renderingEndpoint } from '../rendering-endpoint.ts';

export const handler = renderingEndpoint(contract, process.env, import.meta.dirname, {
  check: (request, stores) => {
    checkPageFinishing(request);
    return checkFonts(request.files.fonts, stores.inputs);
  },
  render: async (request, stores) => {
    const { fields, files, deadline } = request;
    const page = await renderGivenUrl({ ...pageRequest(request), page: fields, files }, stores);
    const delivered = await deliverPage(page, { deliverTo: fields.deliverTo, deadline }, stores);
    return respondWithPage(delivered, fileResponseOptions(request, stores.files));
  },
  target: ({ fields: { deliverTo } }) => ({ deliverTo, results: 1 }),
  order: (request) => orderOf(request, () => htmlUrlJob(request)),
});
