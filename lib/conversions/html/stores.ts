import { LambdaClient } from '@aws-sdk/client-lambda';
import { AppError } from '../../base/app-error.ts';
import { invocationLimits } from '../../storage/call-limits.ts';
import { S3InputStore } from '../../storage/s3/input-store.ts';
import { conversionVariables, openConversionStores } from '../../storage/open-stores.ts';
import { RemoteRenderer } from './remote-renderer.ts';

/** Environment variables that `openRendering` takes. */
export const renderingVariables = [...conversionVariables, 'RENDERER_FUNCTION_NAME'] as const;

/** What the endpoints that have pages rendered work with. */
export function openRendering(variables: Readonly<Record<(typeof renderingVariables)[number], string>>) {
  const stores = openConversionStores(variables);
  return {
    ...stores,
    inputs: new S3InputStore(stores.objects),
    // A rendering that failed half-way is not begun again behind the client's back: there is no time for it.
    renderer: new RemoteRenderer(new LambdaClient(invocationLimits), variables.RENDERER_FUNCTION_NAME),
  };
}

/** @throws AppError `unavailable` where this installation was made without Chromium */
export function requireChromium(reason: string | undefined): void {
  if (reason) throw new AppError('unavailable', reason, { retryAfterSeconds: 3600 });
}
