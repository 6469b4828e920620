import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Principal } from '../auth/authorizer.ts';
import { planNames } from '../auth/plans.ts';
import { AppError } from '../base/app-error.ts';
import { identify } from '../base/observability/span.ts';
import type { Chain } from './exchange.ts';

/** The caller whom the authorizer recognized, if any. */
export function callerOf(event: APIGatewayProxyEvent): Principal | undefined {
  const context = (event.requestContext as { authorizer?: Record<string, unknown> | null }).authorizer;
  const plan = planNames.find((name) => name === context?.['plan']);
  const keyId = context?.['keyId'];
  return typeof keyId === 'string' && plan ? { keyId, plan } : undefined;
}

/** Rejects requests without a caller. */
export function requireCaller(): Chain {
  return {
    before: ({ event, internal }) => {
      const caller = callerOf(event);
      // API Gateway's authorizer runs before this. Without it (sam local, a misconfigured route) every request is
      // rejected.
      if (!caller) throw new AppError('unauthorized', 'The API key is missing or not valid.');
      internal.principal = caller;
      identify({ keyId: caller.keyId });
    },
  };
}
