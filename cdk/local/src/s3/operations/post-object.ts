import { BodyDigests } from '../body/body-digests.ts';
import { expectedChecksum } from '../body/expected-checksum.ts';
import { verifyPolicySignature } from '../form/policy-signature.ts';
import { enforcePolicy, parsePolicy, type SizeRange } from '../form/post-policy.ts';
import { readUploadForm } from '../form/upload-form.ts';
import { checksumHeaders, objectHeaders } from '../object-headers.ts';
import type { OperationContext, S3Response } from '../request.ts';
import { invalidArgument, S3Error } from '../s3-error.ts';
import { checkKey } from '../store/object-key.ts';
import { element, xmlDocument } from '../xml.ts';

/**
 * An upload by an HTML form, which a signed policy allows instead of a signed request.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export async function postObject({
  store,
  bucket,
  request,
  credentials,
  now,
}: OperationContext): Promise<S3Response> {
  const { message } = request;
  if (message.headers['content-length'] === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(
    message.headers['content-type'] ?? '',
  );
  if (boundary === null) {
    throw new S3Error(
      412,
      'PreconditionFailed',
      'Bucket POST must be of the enclosure-type multipart/form-data',
    );
  }
  request.acceptBody();
  const source = message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const form = await readUploadForm(source, boundary[1] ?? boundary[2] ?? '');

  const policy = parsePolicy(verifyPolicySignature(form.fields, credentials));
  const fields = expandFileName(form.fields, form.fileName);
  const sizes = enforcePolicy(policy, fields, bucket.name, now);
  const key = fields.get('key');
  if (key === undefined) throw invalidArgument("Bucket POST must contain a field named 'key'.");
  checkKey(key);

  const record = Object.fromEntries(fields);
  const headers = objectHeaders(record);
  const checksum = expectedChecksum(record);
  const digests = new BodyDigests({ md5: false, checksum: checksum?.algorithm });
  const blob = await store.blobs.write(measure(form.file, digests, sizes));
  const results = digests.results();
  if (checksum !== undefined && checksum.value !== results.checksum?.value) {
    store.blobs.remove(blob);
    throw new S3Error(400, 'BadDigest', 'The checksum you specified did not match the calculated checksum.');
  }
  const { etag } = digests;
  const object = {
    key,
    blob,
    size: digests.size,
    etag,
    lastModified: now,
    headers,
    checksum: results.checksum,
  };
  store.objects.put(bucket.name, object);
  const response = formResponse(fields, bucket.name, key, etag, message.headers.host ?? '');
  return { ...response, headers: { ...response.headers, ...checksumHeaders(results.checksum) } };
}

/** `${filename}` stands for the file's name in every field, and policies see it expanded. */
function expandFileName(fields: Map<string, string>, fileName: string): Map<string, string> {
  return new Map([...fields].map(([name, value]) => [name, value.replaceAll('${filename}', () => fileName)]));
}

/** Passes the file on, and throws as soon as it is too large, or at its end if it is too small. */
async function* measure(
  file: AsyncIterable<Buffer>,
  digests: BodyDigests,
  { minimum, maximum }: SizeRange,
): AsyncGenerator<Buffer> {
  for await (const data of file) {
    digests.update(data);
    if (digests.size > maximum) {
      throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
        ProposedSize: digests.size,
        MaxSizeAllowed: maximum,
      });
    }
    yield data;
  }
  if (digests.size < minimum) {
    throw new S3Error(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
      {
        ProposedSize: digests.size,
        MinSizeAllowed: minimum,
      },
    );
  }
}

/** The response that the form asks for: a redirect, a document, or nothing. */
function formResponse(
  fields: ReadonlyMap<string, string>,
  bucket: string,
  key: string,
  etag: string,
  host: string,
): S3Response {
  const location = `http://${host}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const headers = { etag: `"${etag}"`, location };
  const redirect = fields.get('success_action_redirect');
  if (redirect !== undefined && URL.canParse(redirect)) {
    const url = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag: `"${etag}"` })) {
      url.searchParams.set(name, value);
    }
    return { status: 303, headers: { ...headers, location: url.href } };
  }
  switch (fields.get('success_action_status')) {
    case '200':
      return { status: 200, headers };
    case '201': {
      const document = element(
        'PostResponse',
        element('Location', location),
        element('Bucket', bucket),
        element('Key', key),
        element('ETag', `"${etag}"`),
      );
      return {
        status: 201,
        headers: { ...headers, 'content-type': 'application/xml' },
        body: xmlDocument(document),
      };
    }
    default:
      return { status: 204, headers };
  }
}
