import type { Credentials } from '../../service.ts';
import { deriveSigningKey, parseCredential, sameSignature, sign } from '../../sigv4/signing-key.ts';
import { invalidArgument, S3Error } from '../s3-error.ts';

/**
 * Checks the signature of an upload form's policy and returns the policy, still encoded.
 * @param fields by lower-case name
 * @throws S3Error `AccessDenied` without a policy; `InvalidArgument`, `InvalidAccessKeyId`, `SignatureDoesNotMatch`
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html
 */
export function verifyPolicySignature(fields: ReadonlyMap<string, string>, credentials: Credentials): string {
  const policy = fields.get('policy');
  if (policy === undefined) throw new S3Error(403, 'AccessDenied', 'Access Denied');
  const required = (name: string) => {
    const value = fields.get(name);
    if (value === undefined) throw invalidArgument(`Bucket POST must contain a field named '${name}'.`);
    return value;
  };
  if (required('x-amz-algorithm') !== 'AWS4-HMAC-SHA256') {
    throw invalidArgument('X-Amz-Algorithm only supports AWS4-HMAC-SHA256.');
  }
  const credential = parseCredential(required('x-amz-credential'));
  const date = required('x-amz-date');
  if (
    credential?.scope.service !== 's3' ||
    !/^\d{8}T\d{6}Z$/.test(date) ||
    !date.startsWith(credential.scope.date)
  ) {
    throw invalidArgument('X-Amz-Credential or X-Amz-Date is malformed.');
  }
  if (credential.accessKeyId !== credentials.accessKeyId) {
    throw new S3Error(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  }
  const expected = sign(deriveSigningKey(credentials.secretAccessKey, credential.scope), policy);
  if (!sameSignature(expected, required('x-amz-signature'))) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  return policy;
}
