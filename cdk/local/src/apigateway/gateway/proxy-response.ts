import type { HttpResponse } from './http-response.ts';
import { isBinary } from './binary-media-types.ts';
import { MalformedResponse, parseObject, responseHead } from './response-head.ts';
import { GatewayFailure } from './response-types.ts';

/**
 * Turns what a Lambda proxy returned into a response.
 *
 * @param accept The request's `Accept` header. Its first type decides whether a base64 body is decoded.
 * @throws {GatewayFailure} 502 if the function's response does not have the shape of a proxy response, and
 *   API_CONFIGURATION_ERROR if its base64 is broken.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyResponse(
  payload: string,
  accept: string | undefined,
  binaryMediaTypes: string[],
): HttpResponse {
  try {
    return responseOf(payload, accept, binaryMediaTypes);
  } catch (error) {
    if (!(error instanceof MalformedResponse)) throw error;
    const reason = `the function's response is not a proxy response: ${error.message}`;
    throw new GatewayFailure('DEFAULT_5XX', { statusCode: 502, reason });
  }
}

function responseOf(payload: string, accept: string | undefined, binaryMediaTypes: string[]): HttpResponse {
  const parsed = parseObject(payload);
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded, ...others } = parsed;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new MalformedResponse(`it has an unknown member ${unknown}`);
  if (body != null && typeof body !== 'string') throw new MalformedResponse('body is not text');
  if (isBase64Encoded != null && typeof isBase64Encoded !== 'boolean') {
    throw new MalformedResponse('isBase64Encoded is not a boolean');
  }
  const decode = isBase64Encoded === true && isBinary(accept, binaryMediaTypes);
  return {
    ...responseHead({ statusCode, headers, multiValueHeaders }),
    body: decode ? decoded(body ?? '') : (body ?? ''),
  };
}

function decoded(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  // Node skips what is not base64, which shows in the length.
  if (bytes.length !== Buffer.byteLength(base64, 'base64')) {
    throw new GatewayFailure('API_CONFIGURATION_ERROR', { reason: 'the body of the function is not base64' });
  }
  return bytes;
}
