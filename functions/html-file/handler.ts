import { requireVariables } from '#lib/environment.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { renderHtmlFile } from '#lib/rendering/render-file.ts';
import { openRendering, renderingVariables, requireChromium } from '#lib/rendering/stores.ts';
import { contract } from './contract.ts';

const stores = openRendering(requireVariables(process.env, ...renderingVariables));
const unavailable = process.env['CHROMIUM_UNAVAILABLE'];
const options = {
  logger: openLog(contract.name, process.env),
  ...conversionOptions(stores),
};

export const handler = httpEndpoint(contract, options, (request) => {
  requireChromium(unavailable);
  return renderHtmlFile(request, stores);
});
