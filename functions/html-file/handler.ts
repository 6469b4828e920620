import { contract } from '#lib/api/contracts/html-file.ts';
import { deliverPage } from '#lib/conversions/html/deliver-page.ts';
import { checkPageFinishing } from '#lib/conversions/html/finish-page.ts';
import { htmlFileJob } from '#lib/conversions/html/html-jobs.ts';
import { pageRequest } from '#lib/conversions/html/page-call.ts';
import { checkHtmlFiles } from '#lib/conversions/html/render-file.ts';
import { renderGivenFile } from '#lib/conversions/html/render-given.ts';
import { respondWithPage } from '#lib/conversions/html/respond-with-page.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { renderingEndpoint } from '../rendering-endpoint.ts';

export const handler = renderingEndpoint(contract, process.env, import.meta.dirname, {
  check: (request, stores) => {
    checkPageFinishing(request);
    return checkHtmlFiles(request.files, stores.inputs);
  },
  render: async (request, stores) => {
    const page = await renderGivenFile({ ...pageRequest(request), files: request.files }, stores);
    const { fields, deadline } = request;
    const delivered = await deliverPage(page, { deliverTo: fields.deliverTo, deadline }, stores);
    return respondWithPage(delivered, fileResponseOptions(request, stores.files));
  },
  target: ({ fields: { deliverTo } }) => ({ deliverTo, results: 1 }),
  order: (request) => orderOf(request, () => htmlFileJob(request)),
});
