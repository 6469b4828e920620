import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import { bearerKeyPattern } from './api-key.ts';
import { authorize, type AuthorizerEvent } from './authorizer.ts';
import type { KeyReader } from './key-record.ts';

/** The longest user name and password in base64: a key, and any name that is not absurd. */
const maxBasic = 1024;

/** The tokens that API Gateway passes to this authorizer, which checks the rest. */
export const formsPattern = `^(?:${bearerKeyPattern}|[Bb]asic [0-9A-Za-z+/]{1,${maxBasic}}={0,2})$`;

/**
 * Handles API Gateway's authorizer request for the routes below `/forms`, where the key can also be the password of HTTP
 * Basic authentication (RFC 7617), with any user name. The response permits these routes and no others: its cache is not
 * that of the other authorizer.
 */
export function authorizeForms(
  event: AuthorizerEvent,
  keys: KeyReader,
  now = new Date(),
): Promise<APIGatewayAuthorizerResult> {
  const authorizationToken = event.authorizationToken.replace(/^basic (.*)$/i, (_, credentials: string) => {
    const text = Buffer.from(credentials, 'base64').toString('utf8');
    return `Bearer ${text.slice(text.indexOf(':') + 1)}`;
  });
  return authorize({ ...event, authorizationToken }, keys, { now, routes: 'POST/forms/*' });
}
