import type { Bucket, CorsRule } from './bucket.ts';
import type { S3Response } from './request.ts';
import { S3Error } from './s3-error.ts';

const variedBy = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/**
 * Responds to a preflight request.
 * @throws S3Error `AccessForbidden` if no rule allows what it asks for
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTOPTIONSobject.html
 */
export function preflight(bucket: Bucket | undefined, headers: Record<string, string>): S3Response {
  const origin = headers['origin'];
  const method = headers['access-control-request-method'];
  if (origin === undefined) {
    throw new S3Error(400, 'BadRequest', 'Insufficient information. Origin request header needed.');
  }
  const requested = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = findRule(bucket, origin, method, requested);
  if (rule === undefined) {
    throw new S3Error(
      403,
      'AccessForbidden',
      'CORSResponse: This CORS request is not allowed. No rule of the bucket matches Origin, ' +
        'Access-Control-Request-Method and Access-Control-Request-Headers.',
    );
  }
  return {
    status: 200,
    headers: {
      ...ruleHeaders(rule, origin),
      ...(requested.length > 0 ? { 'access-control-allow-headers': requested.join(', ') } : {}),
      ...(rule.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': rule.maxAgeSeconds }),
    },
  };
}

/** Fields for the response to an actual request; none if it is not a cross-origin one that a rule allows. */
export function corsHeaders(
  bucket: Bucket | undefined,
  method: string,
  origin: string | undefined,
): Record<string, string> {
  if (origin === undefined) return {};
  const rule = findRule(bucket, origin, method, []);
  return rule === undefined ? {} : ruleHeaders(rule, origin);
}

function findRule(
  bucket: Bucket | undefined,
  origin: string,
  method: string | undefined,
  requestedHeaders: string[],
): CorsRule | undefined {
  return bucket?.cors.find(
    (rule) =>
      rule.allowedOrigins.some((pattern) => matches(pattern, origin)) &&
      rule.allowedMethods.some((allowed) => allowed === method) &&
      requestedHeaders.every((name) =>
        rule.allowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name)),
      ),
  );
}

function ruleHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const open = rule.allowedOrigins.includes('*');
  return {
    'access-control-allow-origin': open ? '*' : origin,
    ...(open ? {} : { 'access-control-allow-credentials': 'true' }),
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(rule.exposedHeaders.length > 0
      ? { 'access-control-expose-headers': rule.exposedHeaders.join(', ') }
      : {}),
    vary: variedBy,
  };
}

/** Compares with a pattern in which one `*` stands for anything. */
function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}
