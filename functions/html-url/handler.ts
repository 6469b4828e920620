import { contract } from '#lib/api/contracts/html-url.ts';
import { htmlUrlJob } from '#lib/conversions/html/html-jobs.ts';
import { pageRequest } from '#lib/conversions/html/page-call.ts';
import { renderUrl } from '#lib/conversions/html/render-url.ts';
import { respondWithPage } from '#lib/conversions/html/respond-with-page.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { renderingEndpoint } from '../rendering-endpoint.ts';

export const handler = renderingEndpoint(contract, process.env, {
  render: async (request, stores) => {
    const page = await renderUrl({ ...pageRequest(request), page: request.fields }, stores);
    return respondWithPage(page, fileResponseOptions(request, stores.files));
  },
  order: (request) => orderOf(request, () => htmlUrlJob(request)),
});
