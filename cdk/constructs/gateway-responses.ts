import { Stack } from 'aws-cdk-lib';
import { type GatewayResponseOptions, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { AppError, type ErrorCode } from '#lib/base/app-error.ts';
import { corsHeaders } from '#lib/http/cors.ts';
import { problemContentType, problemOf, problemTable } from '#lib/api/problem.ts';
import { limits, uploadHint } from '#lib/base/limits.ts';

interface GatewayProblem {
  types: ResponseType[];
  code: ErrorCode;
  detail: string;
  headers?: Record<string, string>;
}

const problems: GatewayProblem[] = [
  {
    types: [ResponseType.UNAUTHORIZED, ResponseType.ACCESS_DENIED],
    code: 'unauthorized',
    detail: 'The API key is missing or not valid. Send "Authorization: Bearer <API key>".',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  {
    // The authorizer knows the key, but API Gateway does not have its copy yet.
    types: [ResponseType.INVALID_API_KEY],
    code: 'unavailable',
    detail: 'The key was created or changed a moment ago and is not active everywhere yet. Retry shortly.',
    headers: { 'Retry-After': '10' },
  },
  {
    types: [
      ResponseType.MISSING_AUTHENTICATION_TOKEN,
      ResponseType.INVALID_SIGNATURE,
      ResponseType.EXPIRED_TOKEN,
      ResponseType.RESOURCE_NOT_FOUND,
    ],
    code: 'not-found',
    detail: 'The route does not exist. /openapi.json lists all routes.',
  },
  {
    types: [ResponseType.REQUEST_TOO_LARGE],
    code: 'file-too-large',
    detail: `The request is too large: the limit is ${limits.inlineBody} bytes. ${uploadHint}`,
  },
  {
    // The buckets of the usage plans refill continuously.
    types: [ResponseType.THROTTLED],
    code: 'rate-limited',
    detail: 'Too many requests in a short time. Slow down and retry in 10 seconds.',
    headers: { 'Retry-After': '10' },
  },
  {
    // The stack's usage plans have no quota, but an operator can add one.
    types: [ResponseType.QUOTA_EXCEEDED],
    code: 'quota-exceeded',
    detail: 'The quota of this API key is exhausted.',
    headers: { 'Retry-After': '3600' },
  },
  {
    types: [
      ResponseType.BAD_REQUEST_BODY,
      ResponseType.BAD_REQUEST_PARAMETERS,
      ResponseType.UNSUPPORTED_MEDIA_TYPE,
      ResponseType.DEFAULT_4XX,
    ],
    code: 'invalid-request',
    detail: 'The request is not valid.',
  },
  {
    types: [
      ResponseType.AUTHORIZER_FAILURE,
      ResponseType.AUTHORIZER_CONFIGURATION_ERROR,
      ResponseType.API_CONFIGURATION_ERROR,
      ResponseType.INTEGRATION_FAILURE,
      ResponseType.INTEGRATION_TIMEOUT,
      ResponseType.DEFAULT_5XX,
    ],
    code: 'internal-error',
    detail: 'The service failed. Retry the request.',
  },
];

/**
 * Replaces the error responses of API Gateway by problems (RFC 9457). The texts are static, because API Gateway's own
 * messages can echo parts of the request, such as keys.
 *
 * @param stageName a literal, because the stage depends on the gateway responses
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export function addGatewayResponses(api: RestApi, stageName: string): void {
  const { region, urlSuffix } = Stack.of(api);
  const baseUrl = `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${stageName}`;
  for (const { types, code, detail, headers = {} } of problems) {
    const body = JSON.stringify(
      problemOf(new AppError(code, detail), { requestId: '$context.requestId', baseUrl }),
    );
    const options: Omit<GatewayResponseOptions, 'type'> = {
      statusCode: String(problemTable[code].status),
      responseHeaders: {
        'Content-Type': `'${problemContentType}'`,
        'x-request-id': 'context.requestId',
        ...Object.fromEntries(
          Object.entries({ ...corsHeaders, ...headers }).map(([name, value]) => [name, `'${value}'`]),
        ),
      },
      templates: { 'application/json': body, [problemContentType]: body },
    };
    for (const type of types) api.addGatewayResponse(type.responseType, { type, ...options });
  }
}
