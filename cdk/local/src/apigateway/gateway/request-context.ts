import { accountId } from '../../template/account.ts';
import type { Exchange } from './exchange.ts';
import type { Method, RestApi } from './rest-api.ts';
import type { Authorization } from './token-authorizer.ts';
import type { ApiKey } from './usage-plans.ts';

/** `requestContext` of a proxy event, and what `$context` stands for in templates. */
export type RequestContext = Record<string, unknown>;

/** What is known of a request beyond itself, as far as it has come. */
export interface Admission {
  method?: Method;
  authorization?: Authorization;
  /** The key's value is what the client sent or what the authorizer said. */
  apiKey?: ApiKey & { value: string };
}

/**
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export function requestContext(api: RestApi, exchange: Exchange, admission: Admission): RequestContext {
  const { method, authorization, apiKey } = admission;
  return {
    ...(method && { resourceId: method.resourceId, resourcePath: method.resourcePath }),
    httpMethod: exchange.httpMethod,
    extendedRequestId: exchange.extendedRequestId,
    requestTime: commonLogTime(exchange.receivedAt),
    path: exchange.contextPath,
    accountId,
    protocol: exchange.protocol,
    stage: api.stage.name,
    domainPrefix: exchange.domainName.split('.')[0],
    requestTimeEpoch: exchange.receivedAt,
    requestId: exchange.requestId,
    identity: {
      cognitoIdentityPoolId: null,
      accountId: null,
      cognitoIdentityId: null,
      caller: null,
      sourceIp: exchange.sourceIp,
      principalOrgId: null,
      accessKey: null,
      ...(apiKey && { apiKey: apiKey.value, apiKeyId: apiKey.id }),
      cognitoAuthenticationType: null,
      cognitoAuthenticationProvider: null,
      userArn: null,
      userAgent: exchange.headers.get('user-agent') ?? null,
      user: null,
    },
    domainName: exchange.domainName,
    deploymentId: 'local',
    apiId: api.id,
    ...(authorization && { authorizer: authorization.context }),
  };
}

/** Looks `a.b.c` up in the context. */
export function contextVariable(context: RequestContext, path: string): string | undefined {
  let value: unknown = context;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** For instance `21/Nov/2026:09:03:17 +0000`. */
function commonLogTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${day}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}:${date.toISOString().slice(11, 19)} +0000`;
}
