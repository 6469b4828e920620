import type { HttpResponse } from './http-response.ts';
import type { Exchange } from './exchange.ts';
import { contextVariable, type RequestContext } from './request-context.ts';
import type { GatewayFailure } from './response-types.ts';
import type { GatewayResponseDefinition, RestApi } from './rest-api.ts';
import { chooseTemplate, mapped, substitute, type Variables } from './substitution.ts';

const defaultTemplates = { 'application/json': '{"message":$context.error.messageString}' };

/** The gateway's own response to a request that it does not, or could not, pass on. */
export function gatewayResponse(
  api: RestApi,
  exchange: Exchange,
  context: RequestContext,
  failure: GatewayFailure,
): HttpResponse {
  const definition = definitionFor(api, failure);
  const error = {
    message: failure.publicMessage ?? undefined,
    messageString: JSON.stringify(failure.publicMessage),
    responseType: failure.type,
  };
  const variables = requestVariables(api, exchange, { ...context, error });
  const templates = Object.keys(definition?.templates ?? {}).length > 0 ? definition?.templates : undefined;
  const chosen = chooseTemplate(templates ?? defaultTemplates, exchange.headers.get('accept'));

  const headers: [string, string][] = [['x-amzn-ErrorType', failure.errorType]];
  for (const [name, expression] of Object.entries(definition?.headers ?? {})) {
    const value = mapped(expression, variables);
    if (value !== undefined) headers.push([name, value]);
  }
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  if (chosen && !typed) headers.push(['Content-Type', chosen.contentType]);
  return {
    statusCode: definition?.statusCode ?? failure.statusCode,
    headers,
    body: chosen ? substitute(chosen.template, variables) : '',
  };
}

/** A type that the API does not define falls back to DEFAULT_4XX or DEFAULT_5XX, by its own status code. */
function definitionFor(api: RestApi, failure: GatewayFailure): GatewayResponseDefinition | undefined {
  const fallback = failure.statusCode < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  return api.gatewayResponses.get(failure.type) ?? api.gatewayResponses.get(fallback);
}

/** What templates of gateway responses and mocks may name. */
export function requestVariables(api: RestApi, exchange: Exchange, context: RequestContext): Variables {
  return (name) => {
    const [, source, rest] =
      /^(context|stageVariables|method\.request\.(?:header|querystring))\.(.+)$/.exec(name) ?? [];
    switch (source) {
      case 'context':
        return contextVariable(context, rest ?? '');
      case 'stageVariables':
        return Object.hasOwn(api.stage.variables, rest ?? '') ? api.stage.variables[rest ?? ''] : undefined;
      case 'method.request.header':
        return exchange.headers.get(rest ?? '');
      case 'method.request.querystring':
        return exchange.query.get(rest ?? '') ?? undefined;
      default:
        return undefined;
    }
  };
}
