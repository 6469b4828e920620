import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Answer } from './answer.ts';

/** An answer as API Gateway's proxy integration takes it. */
export function proxyResult({ status, headers = {}, body }: Answer): APIGatewayProxyResult {
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
