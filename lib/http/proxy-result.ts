import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ServiceResponse } from './response.ts';

/** Converts a response to the format of API Gateway's proxy integration. */
export function proxyResult({ status, headers = {}, body }: ServiceResponse): APIGatewayProxyResult {
  if (!body) return { statusCode: status, headers, body: '' };
  if ('json' in body) {
    return {
      statusCode: status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body.json),
    };
  }
  const { bytes, contentType } = body;
  return {
    statusCode: status,
    headers: { 'content-type': contentType, ...headers },
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    isBase64Encoded: true,
  };
}
