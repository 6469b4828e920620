import { LambdaClient } from '@aws-sdk/client-lambda';
import { requireVariables } from '#lib/base/environment.ts';
import { RemoteRenderer } from '#lib/conversions/html/remote-renderer.ts';
import { responseModeOf } from '#lib/http/response-mode.ts';
import { invocationLimits } from '#lib/storage/call-limits.ts';

/** The renderer function. */
export function openRenderer(environment: NodeJS.ProcessEnv): RemoteRenderer {
  const { RENDERER_FUNCTION_NAME } = requireVariables(environment, 'RENDERER_FUNCTION_NAME');
  // The client does not retry an invocation: there is no time for a second rendering.
  const lambda = new LambdaClient(invocationLimits);
  return new RemoteRenderer(lambda, RENDERER_FUNCTION_NAME, responseModeOf(environment).streams);
}
