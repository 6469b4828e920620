import { requireVariables } from '#lib/base/environment.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/work-log.ts';
import { renderPage } from '#lib/conversions/html/render-page.ts';
import { openRendering, renderingVariables, requireChromium } from '#lib/conversions/html/stores.ts';
import { contract } from '#lib/api/contracts/html-url.ts';

const stores = openRendering(requireVariables(process.env, ...renderingVariables));
const unavailable = process.env['CHROMIUM_UNAVAILABLE'];
const options = {
  logger: openLog(contract.name, process.env),
  ...conversionOptions(stores),
};

export const handler = httpEndpoint(contract, options, (request) => {
  requireChromium(unavailable);
  const { url, failOnHttpError } = request.fields;
  return renderPage(
    {
      ...request,
      source: { kind: 'url', url, failOnHttpError },
      fallbackName: new URL(url).hostname,
    },
    stores,
  );
});
