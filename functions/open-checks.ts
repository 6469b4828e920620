import { LambdaClient } from '@aws-sdk/client-lambda';
import { requireVariables } from '#lib/base/environment.ts';
import { requireInstalled } from '#lib/base/require-installed.ts';
import type { CheckWork } from '#lib/conversions/conformance/check-produced.ts';
import { RemoteChecker } from '#lib/conversions/conformance/remote-checker.ts';
import type { InputStore } from '#lib/files/input-store.ts';
import { invocationLimits } from '#lib/storage/call-limits.ts';
import { openInputs } from '#lib/storage/open-stores.ts';

/**
 * What checks of conformance work with.
 *
 * @throws AppError `unavailable` when the installation has no validator
 */
export function openChecks(environment: NodeJS.ProcessEnv): CheckWork & { inputs: InputStore } {
  requireInstalled(environment['CHECKER_UNAVAILABLE']);
  const { CHECKER_FUNCTION_NAME, BUCKET_NAME } = requireVariables(
    environment,
    'CHECKER_FUNCTION_NAME',
    'BUCKET_NAME',
  );
  // The client does not retry an invocation: there is no time for a second validation.
  const lambda = new LambdaClient(invocationLimits);
  return { checker: new RemoteChecker(lambda, CHECKER_FUNCTION_NAME), inputs: openInputs(BUCKET_NAME) };
}
