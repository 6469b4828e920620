import type { Contract } from '#lib/api/contract.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { openLog } from '#lib/base/observability/work-log.ts';
import { openRendering, renderingVariables, requireChromium } from '#lib/conversions/html/stores.ts';
import type { Answer } from '#lib/http/answer.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { ParsedRequest } from '#lib/http/request.ts';

/** The handler of a conversion that has a page rendered. */
export function renderingEndpoint<C extends Contract>(
  contract: C,
  environment: NodeJS.ProcessEnv,
  render: (request: ParsedRequest<C>, stores: ReturnType<typeof openRendering>) => Promise<Answer>,
) {
  const stores = openRendering(requireVariables(environment, ...renderingVariables));
  const unavailable = environment['CHROMIUM_UNAVAILABLE'];
  const options = { logger: openLog(contract.name, environment), ...conversionOptions(stores) };
  return httpEndpoint(contract, options, (request) => {
    requireChromium(unavailable);
    return render(request, stores);
  });
}
