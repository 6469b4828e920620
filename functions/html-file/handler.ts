import { contract } from '#lib/api/contracts/html-file.ts';
import { htmlFileJob } from '#lib/conversions/html/html-jobs.ts';
import { pageRequest } from '#lib/conversions/html/page-call.ts';
import { checkHtmlFiles } from '#lib/conversions/html/render-file.ts';
import { renderGivenFile } from '#lib/conversions/html/render-given-file.ts';
import { respondWithPage } from '#lib/conversions/html/respond-with-page.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { renderingEndpoint } from '../rendering-endpoint.ts';

export const handler = renderingEndpoint(contract, process.env, {
  check: ({ files }, stores) => checkHtmlFiles(files, stores.inputs),
  render: async (request, stores) => {
    const page = await renderGivenFile({ ...pageRequest(request), files: request.files }, stores);
    return respondWithPage(page, fileResponseOptions(request, stores.files));
  },
  order: (request) => orderOf(request, () => htmlFileJob(request)),
});
