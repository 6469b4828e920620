import type { HttpResponse } from './http-response.ts';
import { isBinary } from './binary-media-types.ts';
import type { Exchange } from './exchange.ts';
import { requestVariables } from './gateway-response.ts';
import type { RequestContext } from './request-context.ts';
import { GatewayFailure } from './response-types.ts';
import type { MockIntegration, RestApi } from './rest-api.ts';
import { chooseTemplate, mapped, substitute } from './substitution.ts';

/**
 * Responds for a mock integration: the request template sets a status code, which selects a response.
 *
 * @throws {GatewayFailure} as API Gateway does where the templates do not fit the request.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html
 */
export function mockResponse(
  api: RestApi,
  exchange: Exchange,
  context: RequestContext,
  integration: MockIntegration,
): HttpResponse {
  const contentType = exchange.headers.get('content-type');
  if (isBinary(contentType, api.binaryMediaTypes) && !integration.convertsToText) {
    const reason = 'a mock cannot read a binary body: set contentHandling to CONVERT_TO_TEXT';
    throw new GatewayFailure('API_CONFIGURATION_ERROR', { reason });
  }
  const statusCode = chosenStatus(integration, contentType);
  const response =
    integration.responses.find(
      ({ selectionPattern }) => selectionPattern && whole(selectionPattern).test(statusCode),
    ) ?? integration.responses.find(({ selectionPattern }) => selectionPattern === undefined);
  if (!response) {
    const reason = `the mock has no response for the status code ${statusCode}`;
    throw new GatewayFailure('API_CONFIGURATION_ERROR', { reason });
  }

  const variables = requestVariables(api, exchange, context);
  const headers = Object.entries(response.headers).flatMap(([name, expression]): [string, string][] => {
    const value = mapped(expression, variables);
    return value === undefined ? [] : [[name, value]];
  });
  const chosen = chooseTemplate(response.templates, exchange.headers.get('accept'));
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  if (!typed) headers.push(['Content-Type', chosen?.contentType ?? 'application/json']);
  return {
    statusCode: response.statusCode,
    headers,
    body: chosen ? substitute(chosen.template, variables) : '',
  };
}

function chosenStatus(integration: MockIntegration, contentType: string | undefined): string {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json';
  const { requestTemplates, passthroughBehavior } = integration;
  const template = Object.hasOwn(requestTemplates, type) ? requestTemplates[type] : undefined;
  if (template === undefined) {
    const rejected = passthroughBehavior === 'NEVER' || Object.keys(requestTemplates).length > 0;
    if (passthroughBehavior !== 'WHEN_NO_MATCH' && rejected)
      throw new GatewayFailure('UNSUPPORTED_MEDIA_TYPE');
    // The body is passed through in place of a template, and it does not say a status code.
    throw new GatewayFailure('DEFAULT_5XX', {
      statusCode: 500,
      reason: `the mock has no template for ${type}`,
    });
  }
  const statusCode = /["']?statusCode["']?\s*:\s*["']?(\d{3})/.exec(template)?.[1];
  if (statusCode !== undefined) return statusCode;
  throw new GatewayFailure('DEFAULT_5XX', {
    statusCode: 500,
    reason: 'the request template says no statusCode',
  });
}

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}
