import type { Properties } from '../../template/properties.ts';
import type { LambdaIntegration, MockIntegration, MockResponse } from './rest-api.ts';
import { checkSubstitutions } from './substitution.ts';

const headerPrefix = 'method.response.header.';
const defaultTimeoutMilliseconds = 29_000;
/** AWS raises the limit of buffered integrations on request. */
const longestStreamMilliseconds = 900_000;

/**
 * Reads a method's `Integration`.
 *
 * @throws {TemplateError} for integrations other than Lambda proxies and mocks with plain templates.
 */
export function readIntegration(method: Properties): LambdaIntegration | MockIntegration {
  const properties = method.object('Integration');
  if (!properties) throw method.errorOf('Integration', 'is missing');
  // Responses are cached only by stages with a cache, and those are rejected.
  properties.ignore('CacheKeyParameters', 'CacheNamespace', 'Credentials', 'IntegrationHttpMethod');
  const type = properties.requiredString('Type');
  switch (type) {
    case 'AWS_PROXY':
      // Proxies pass requests and responses on as they are, whatever else is configured.
      properties.ignore('IntegrationResponses', 'PassthroughBehavior', 'RequestTemplates');
      return { type, ...readTransfer(properties) };
    case 'MOCK':
      properties.ignore('TimeoutInMillis');
      return {
        type,
        passthroughBehavior: passthroughBehavior(properties),
        convertsToText: properties.string('ContentHandling') === 'CONVERT_TO_TEXT',
        requestTemplates: properties.texts('RequestTemplates'),
        responses: properties.objects('IntegrationResponses').map(readMockResponse),
      };
    default:
      throw properties.errorOf('Type', `is ${type}, which is not served locally`);
  }
}

/** The URI names the operation by which the function is invoked, which has to fit the transfer mode. */
function readTransfer(properties: Properties): Omit<LambdaIntegration, 'type'> {
  const responseTransferMode = properties.string('ResponseTransferMode', 'BUFFERED');
  const timeoutMilliseconds = properties.number('TimeoutInMillis', defaultTimeoutMilliseconds);
  switch (responseTransferMode) {
    case 'BUFFERED':
      return { functionArn: functionArn(properties, 'Uri'), timeoutMilliseconds, responseTransferMode };
    case 'STREAM':
      if (timeoutMilliseconds > longestStreamMilliseconds)
        throw properties.errorOf('TimeoutInMillis', `is over ${longestStreamMilliseconds}`);
      return { functionArn: streamingFunctionArn(properties), timeoutMilliseconds, responseTransferMode };
    default:
      throw properties.errorOf('ResponseTransferMode', 'is neither BUFFERED nor STREAM');
  }
}

function passthroughBehavior(properties: Properties): MockIntegration['passthroughBehavior'] {
  const value = properties.string('PassthroughBehavior', 'WHEN_NO_MATCH');
  if (value === 'WHEN_NO_MATCH' || value === 'WHEN_NO_TEMPLATES' || value === 'NEVER') return value;
  throw properties.errorOf('PassthroughBehavior', `is ${value}, which is unknown`);
}

function readMockResponse(properties: Properties): MockResponse {
  properties.ignore('ContentHandling');
  const parameters = Object.entries(properties.texts('ResponseParameters'));
  const templates = properties.texts('ResponseTemplates');
  for (const template of Object.values(templates)) checkSubstitutions(template, properties.place);
  const statusCode = properties.number('StatusCode');
  if (statusCode === undefined) throw properties.errorOf('StatusCode', 'is missing');
  return {
    statusCode,
    selectionPattern: properties.string('SelectionPattern') || undefined,
    headers: Object.fromEntries(
      parameters.map(([name, value]) => {
        if (!name.startsWith(headerPrefix)) throw properties.errorOf(name, 'is not a header');
        return [name.slice(headerPrefix.length), value];
      }),
    ),
    templates,
  };
}

/** The function inside `arn:…:lambda:path/2015-03-31/functions/<function ARN>/invocations`. */
export function functionArn(properties: Properties, property: string): string {
  const arn = /\/functions\/(arn:[^/]+)\/invocations$/.exec(properties.requiredString(property))?.[1];
  if (arn === undefined) throw properties.errorOf(property, 'does not name a Lambda function');
  return arn;
}

/** The function inside `arn:…:lambda:path/2021-11-15/functions/<function ARN>/response-streaming-invocations`. */
function streamingFunctionArn(properties: Properties): string {
  const uri = properties.requiredString('Uri');
  const arn = /:lambda:path\/2021-11-15\/functions\/(arn:[^/]+)\/response-streaming-invocations$/.exec(
    uri,
  )?.[1];
  if (arn === undefined)
    throw properties.errorOf('Uri', 'does not name the response-streaming-invocations of a Lambda function');
  return arn;
}
