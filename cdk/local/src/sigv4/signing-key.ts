import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signing key is good for: one day, one region, one service. Written `date/region/service/aws4_request`. */
export interface CredentialScope {
  /** `YYYYMMDD`. */
  date: string;
  region: string;
  service: string;
}

/**
 * Splits `accessKeyId/YYYYMMDD/region/service/aws4_request`, the value of `Credential=` and `X-Amz-Credential`.
 * @returns undefined if the text does not have that form.
 */
export function parseCredential(text: string): { accessKeyId: string; scope: CredentialScope } | undefined {
  const match = /^([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(text);
  if (match === null) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = ''] = match;
  return { accessKeyId, scope: { date, region, service } };
}

/** The scope as it stands in a string to sign. */
export function formatScope({ date, region, service }: CredentialScope): string {
  return `${date}/${region}/${service}/aws4_request`;
}

/** Kept keys. A local run has one or two scopes per service and day. */
const maxKeptKeys = 16;

const keptKeys = new Map<string, Buffer>();

/**
 * Derives the key that signs everything within a scope, or returns the one derived before.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function deriveSigningKey(secretAccessKey: string, scope: CredentialScope): Buffer {
  const { date, region, service } = scope;
  const name = `${formatScope(scope)}/${secretAccessKey}`;
  const kept = keptKeys.get(name);
  if (kept) return kept;
  const key = [date, region, service, 'aws4_request'].reduce<Buffer>(
    hmacSha256,
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  // Clients choose date and region.
  if (keptKeys.size >= maxKeptKeys) keptKeys.clear();
  keptKeys.set(name, key);
  return key;
}

/** The signature of a string to sign: 64 hexadecimal digits. */
export function sign(signingKey: Buffer, stringToSign: string): string {
  return hmacSha256(signingKey, stringToSign).toString('hex');
}

/** Compares a signature with the expected one in constant time. */
export function sameSignature(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

function hmacSha256(key: Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
