import { LambdaClient } from '@aws-sdk/client-lambda';
import type { Contract } from '#lib/api/contract.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { RemoteRenderer } from '#lib/conversions/html/remote-renderer.ts';
import { requireChromium } from '#lib/conversions/html/require-chromium.ts';
import type { ServiceResponse } from '#lib/http/response.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { ParsedRequest } from '#lib/http/request.ts';
import { responseModeOf } from '#lib/http/response-mode.ts';
import { invocationLimits } from '#lib/storage/call-limits.ts';
import { conversionVariables, openConversionStores } from '#lib/storage/open-stores.ts';
import { S3InputStore } from '#lib/storage/s3/input-store.ts';

/** What the endpoints that have pages rendered work with. */
function openRendering(environment: NodeJS.ProcessEnv) {
  const variables = requireVariables(environment, ...conversionVariables, 'RENDERER_FUNCTION_NAME');
  const stores = openConversionStores(variables);
  return {
    ...stores,
    inputs: new S3InputStore(stores.objects),
    // The client does not retry an invocation: there is no time for a second rendering.
    renderer: new RemoteRenderer(
      new LambdaClient(invocationLimits),
      variables.RENDERER_FUNCTION_NAME,
      responseModeOf(environment).streams,
    ),
  };
}

/** The handler of a conversion that has a page rendered. */
export function renderingEndpoint<C extends Contract>(
  contract: C,
  environment: NodeJS.ProcessEnv,
  render: (request: ParsedRequest<C>, stores: ReturnType<typeof openRendering>) => Promise<ServiceResponse>,
) {
  const stores = openRendering(environment);
  const unavailable = environment['CHROMIUM_UNAVAILABLE'];
  const options = { logger: openLog(contract.name, environment), ...conversionOptions(stores, environment) };
  return httpEndpoint(contract, options, (request) => {
    requireChromium(unavailable);
    return render(request, stores);
  });
}
