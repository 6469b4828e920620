import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { QueryParameter } from './canonical-request.ts';
import { rejected, type RejectedSignature } from './rejected-signature.ts';
import { parseCredential, type CredentialScope } from './signing-key.ts';

export const algorithm = 'AWS4-HMAC-SHA256';
const maxExpirySeconds = 7 * 24 * 3600;

/** What of a request is needed to check its signature. */
export interface RequestToVerify {
  method: string;
  /** Raw request target (`path?query`) as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  /**
   * The whole body, for services other than S3: the signature must then cover it, whether the client sends
   * `x-amz-content-sha256` or not. Without it the caller compares {@link VerifiedSignature.payloadHash} itself.
   */
  body?: Buffer | string;
}

/** The parts of a signature as the client states them, from the header or from the query. */
export interface ClaimedSignature {
  presigned: boolean;
  accessKeyId: string;
  scope: CredentialScope;
  timestamp: string;
  expiresSeconds: number | undefined;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
}

/** Reads the signature that a request claims to carry, from the header or from the query, but never both. */
export function readClaim(
  request: RequestToVerify,
  query: QueryParameter[],
  service: string,
): ClaimedSignature | RejectedSignature {
  const header = request.headers.authorization;
  const inQuery = query.some(([name]) => name === 'X-Amz-Algorithm' || name === 'X-Amz-Signature');
  if (header !== undefined && inQuery) {
    return rejected(400, 'InvalidArgument', 'Only one auth mechanism allowed.');
  }
  if (inQuery) return readQueryClaim(request, query, service);
  if (header !== undefined) return readHeaderClaim(request, header, service);
  return service === 's3'
    ? rejected(403, 'AccessDenied', 'Access Denied')
    : rejected(403, 'MissingAuthenticationToken', 'Missing Authentication Token');
}

function readHeaderClaim(
  request: RequestToVerify,
  header: string,
  service: string,
): ClaimedSignature | RejectedSignature {
  if (!header.startsWith(`${algorithm} `)) {
    return rejected(
      400,
      'InvalidRequest',
      `The authorization mechanism is not supported. Please use ${algorithm}.`,
    );
  }
  const match = /^Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
    header.slice(algorithm.length + 1).trim(),
  );
  const credential = parseCredential(match?.[1] ?? '');
  if (match === null || credential === undefined) {
    return rejected(
      400,
      'AuthorizationHeaderMalformed',
      'The authorization header that you provided is not valid.',
    );
  }
  const stated = request.headers['x-amz-content-sha256'];
  if (service === 's3' && typeof stated !== 'string') {
    return rejected(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  return {
    presigned: false,
    ...credential,
    timestamp: String(request.headers['x-amz-date']),
    expiresSeconds: undefined,
    signedHeaders: (match[2] ?? '').split(';'),
    signature: match[3] ?? '',
    payloadHash: service === 's3' ? String(stated) : hashOfBody(request),
  };
}

function readQueryClaim(
  request: RequestToVerify,
  query: QueryParameter[],
  service: string,
): ClaimedSignature | RejectedSignature {
  const malformed = (message: string) => rejected(400, 'AuthorizationQueryParametersError', message);
  const single = (name: string) => {
    const values = query.filter((parameter) => parameter[0] === name);
    return values.length === 1 ? values[0]?.[1] : undefined;
  };
  const timestamp = single('X-Amz-Date');
  const expires = single('X-Amz-Expires');
  const signedHeaders = single('X-Amz-SignedHeaders');
  const signature = single('X-Amz-Signature');
  const credentialText = single('X-Amz-Credential');
  if (
    single('X-Amz-Algorithm') !== algorithm ||
    timestamp === undefined ||
    expires === undefined ||
    signedHeaders === undefined ||
    signature === undefined ||
    credentialText === undefined
  ) {
    return malformed(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, ' +
        'X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters, each once.',
    );
  }
  const credential = parseCredential(credentialText);
  if (credential === undefined) return malformed('Error parsing the X-Amz-Credential parameter.');
  if (!/^\d{1,9}$/.test(expires)) return malformed('X-Amz-Expires should be a non-negative number');
  if (Number(expires) > maxExpirySeconds) {
    return malformed('X-Amz-Expires must be less than a week (in seconds)');
  }
  // An x-amz-content-sha256 header must be signed like any x-amz header, so it can only be the signer's own.
  const stated = single('X-Amz-Content-Sha256') ?? request.headers['x-amz-content-sha256'];
  return {
    presigned: true,
    ...credential,
    timestamp,
    expiresSeconds: Number(expires),
    signedHeaders: signedHeaders.split(';'),
    signature,
    payloadHash: service === 's3' ? String(stated ?? 'UNSIGNED-PAYLOAD') : hashOfBody(request),
  };
}

function hashOfBody({ body, headers }: RequestToVerify): string {
  const stated = headers['x-amz-content-sha256'];
  if (body === undefined && typeof stated === 'string') return stated;
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex');
}
