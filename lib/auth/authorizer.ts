import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { hashApiKey, isApiKey } from './api-key.ts';
import type { PlanName } from './plans.ts';
import { isUsable, type KeyReader } from './key-record.ts';

/** The caller: the key's id and plan, as the authorizer passes them to the functions. */
export interface Principal {
  keyId: string;
  plan: PlanName;
}

/** What the authorizers read of API Gateway's request. */
export type AuthorizerEvent = Pick<APIGatewayTokenAuthorizerEvent, 'authorizationToken' | 'methodArn'>;

/**
 * Handles API Gateway's TOKEN authorizer request. An unknown, revoked or expired key gets a Deny instead of an error:
 * API Gateway caches a Deny, so repeated attempts cost one lookup a minute.
 *
 * @param options.routes the methods and paths that a key may call, as in the ARN of a method. Default: all
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
export async function authorize(
  { authorizationToken, methodArn }: AuthorizerEvent,
  keys: KeyReader,
  { now = new Date(), routes = '*' }: { now?: Date; routes?: string } = {},
): Promise<APIGatewayAuthorizerResult> {
  const key = authorizationToken.replace(/^bearer /i, '');
  const record = isApiKey(key) ? await keys.find(hashApiKey(key)) : undefined;
  if (!record || !isUsable(record, now)) return policy('Deny', 'nobody', methodArn, routes);
  const { keyId, plan, hash } = record;
  return {
    ...policy('Allow', keyId, methodArn, routes),
    context: { keyId, plan } satisfies Principal,
    usageIdentifierKey: hash,
  };
}

/** The response is cached per key and not per route, so it covers all routes of the authorizer. */
function policy(
  effect: 'Allow' | 'Deny',
  principalId: string,
  methodArn: string,
  routes: string,
): APIGatewayAuthorizerResult {
  const [api, stage] = methodArn.split('/');
  return {
    principalId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: `${api}/${stage}/${routes}` }],
    },
  };
}
