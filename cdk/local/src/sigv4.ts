import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from './service.ts';
import { hashCanonicalRequest, parseTarget } from './sigv4/canonical-request.ts';
import { algorithm, readClaim, type RequestToVerify } from './sigv4/claimed-signature.ts';
import { rejected, type RejectedSignature } from './sigv4/rejected-signature.ts';
import { deriveSigningKey, formatScope, sameSignature, sign } from './sigv4/signing-key.ts';

export type { RequestToVerify, RejectedSignature };

/** A signature that is right. The caller still has to check the body against `payloadHash`. */
export interface VerifiedSignature {
  ok: true;
  presigned: boolean;
  /** SHA-256 of the body in hexadecimal, `UNSIGNED-PAYLOAD`, or one of S3's `STREAMING-…` values. */
  payloadHash: string;
  /** For what is signed after the request itself: the chunks of a streamed body. */
  chain: SignatureChain;
}

/** Where the chain of chunk signatures begins. */
export interface SignatureChain {
  signingKey: Buffer;
  /** `YYYYMMDDTHHMMSSZ`. */
  timestamp: string;
  scope: string;
  seedSignature: string;
}

export type Verification = VerifiedSignature | RejectedSignature;

const maxSkewMilliseconds = 15 * 60 * 1000;

/**
 * Checks the Signature Version 4 of a request: the `Authorization` header or a presigned query.
 * Regions are not compared, since the local run has one of everything.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export function verifySignature(
  request: RequestToVerify,
  credentials: Credentials,
  service: string,
  now = new Date(),
): Verification {
  try {
    return verify(request, credentials, service, now);
  } catch (error) {
    if (error instanceof URIError) return rejected(400, 'InvalidURI', "Couldn't parse the specified URI.");
    throw error;
  }
}

function verify(
  request: RequestToVerify,
  credentials: Credentials,
  service: string,
  now: Date,
): Verification {
  const { path, query } = parseTarget(request.target);
  const claimed = readClaim(request, query, service);
  if ('ok' in claimed) return claimed;
  const { scope, timestamp } = claimed;

  const signedAt = parseTimestamp(timestamp);
  if (signedAt === undefined) {
    return rejected(403, 'AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header.');
  }
  if (scope.service !== service || scope.date !== timestamp.slice(0, 8)) {
    return claimed.presigned
      ? rejected(400, 'AuthorizationQueryParametersError', 'Error parsing the X-Amz-Credential parameter.')
      : rejected(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed: wrong scope.');
  }
  const early = signedAt - now.getTime();
  if (claimed.expiresSeconds === undefined) {
    if (Math.abs(early) > maxSkewMilliseconds) {
      return rejected(
        403,
        'RequestTimeTooSkewed',
        "The difference between the request time and the server's time is too large.",
      );
    }
  } else {
    if (early > maxSkewMilliseconds) return rejected(403, 'AccessDenied', 'Request is not yet valid');
    if (now.getTime() >= signedAt + claimed.expiresSeconds * 1000) {
      return rejected(403, 'AccessDenied', 'Request has expired');
    }
  }
  if (
    !claimed.signedHeaders.includes('host') ||
    hasUnsignedAmzHeader(request.headers, claimed.signedHeaders)
  ) {
    return rejected(403, 'AccessDenied', 'There were headers present in the request which were not signed');
  }
  if (claimed.accessKeyId !== credentials.accessKeyId) {
    return rejected(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  }

  const signingKey = deriveSigningKey(credentials.secretAccessKey, scope);
  const canonical = {
    method: request.method,
    path,
    query: claimed.presigned ? query.filter(([name]) => name !== 'X-Amz-Signature') : query,
    headers: request.headers,
    signedHeaders: claimed.signedHeaders,
    payloadHash: claimed.payloadHash,
  };
  const stringToSign = [
    algorithm,
    timestamp,
    formatScope(scope),
    hashCanonicalRequest(canonical, service),
  ].join('\n');
  if (!sameSignature(sign(signingKey, stringToSign), claimed.signature)) {
    return rejected(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  const chain = { signingKey, timestamp, scope: formatScope(scope), seedSignature: claimed.signature };
  return { ok: true, presigned: claimed.presigned, payloadHash: claimed.payloadHash, chain };
}

/** S3 rejects `x-amz-…` headers outside the signature, or a presigned URL could be given more meaning later. */
function hasUnsignedAmzHeader(headers: IncomingHttpHeaders, signedHeaders: string[]): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signedHeaders.includes(name));
}

function parseTimestamp(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}
