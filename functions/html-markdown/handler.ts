import { contract } from '#lib/api/contracts/html-markdown.ts';
import { markdownDefaults } from '#lib/api/fields/html/defaults.ts';
import { deliverPage } from '#lib/conversions/html/deliver-page.ts';
import { checkPageFinishing } from '#lib/conversions/html/finish-page.ts';
import { htmlMarkdownJob } from '#lib/conversions/html/html-jobs.ts';
import { checkMarkdownFiles } from '#lib/conversions/html/markdown/prepare-markdown.ts';
import { pageRequest } from '#lib/conversions/html/page-call.ts';
import { renderGivenMarkdown } from '#lib/conversions/html/render-given.ts';
import { respondWithPage } from '#lib/conversions/html/respond-with-page.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { openMarkdown } from '../open-markdown.ts';
import { renderingEndpoint } from '../rendering-endpoint.ts';

const markdown = openMarkdown(process.env, import.meta.dirname);

/** Options of a Markdown file that a request omits have defaults of their own. */
const withDefaults = <Fields extends { javascript?: boolean | undefined }>(request: {
  fields: Fields;
}): Fields => ({
  ...request.fields,
  javascript: request.fields.javascript ?? markdownDefaults.javascript,
});

export const handler = renderingEndpoint(contract, process.env, import.meta.dirname, {
  check: (request, stores) => {
    checkPageFinishing(request);
    return checkMarkdownFiles(request.files, stores.inputs);
  },
  render: async (request, stores) => {
    const { files, deadline } = request;
    const fields = withDefaults(request);
    const page = await renderGivenMarkdown(
      { ...pageRequest({ ...request, fields }), files },
      { ...stores, markdown },
    );
    const delivered = await deliverPage(page, { deliverTo: fields.deliverTo, deadline }, stores);
    return respondWithPage(delivered, fileResponseOptions(request, stores.files));
  },
  target: ({ fields: { deliverTo } }) => ({ deliverTo, results: 1 }),
  order: (request) =>
    orderOf(request, () => htmlMarkdownJob({ fields: withDefaults(request), files: request.files })),
});
