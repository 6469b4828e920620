import { createHash } from 'node:crypto';
import { startChecksum, type Checksum } from '../body/checksum.ts';
import { malformedXml, readXml } from '../body/read-xml.ts';
import { checkWriteConditions } from '../preconditions.ts';
import { headersOf, type OperationContext, type S3Response } from '../request.ts';
import { S3Error } from '../s3-error.ts';
import type { Part } from '../store/uploads.ts';
import { element, innerXml, textOf, xmlDocument } from '../xml.ts';

/** Every part but the last has at least as many bytes. */
const minPartBytes = 5 * 1024 * 1024;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html */
export async function completeMultipartUpload(context: OperationContext): Promise<S3Response> {
  const { store, bucket, key, request, now } = context;
  const headers = headersOf(request);
  const uploadId = request.query.get('uploadId') ?? '';
  const xml = await readXml(request, 'CompleteMultipartUpload');
  const upload = store.uploads.get(uploadId, bucket.name, key);
  const parts = chooseParts(store.uploads.parts(uploadId), xml);
  const checkConditions = () => checkWriteConditions(headers, key, store.objects.get(bucket.name, key));
  checkConditions();

  const etag = await store.uploads.whileCompleting(uploadId, async () => {
    const blob = await store.blobs.write(store.blobs.readAll(parts.map((part) => part.blob)));
    try {
      checkConditions();
    } catch (error) {
      store.blobs.remove(blob);
      throw error;
    }
    const tags = createHash('md5');
    for (const part of parts) tags.update(part.etag, 'hex');
    const object = {
      key,
      blob,
      size: parts.reduce((sum, part) => sum + part.size, 0),
      etag: `${tags.digest('hex')}-${parts.length}`,
      lastModified: now,
      headers: upload.headers,
      checksum: compositeChecksum(parts),
    };
    store.objects.put(bucket.name, object);
    store.uploads.remove(uploadId);
    return object.etag;
  });
  const result = element(
    'CompleteMultipartUploadResult',
    element('Location', `/${bucket.name}/${encodeURIComponent(key)}`),
    element('Bucket', bucket.name),
    element('Key', key),
    element('ETag', `"${etag}"`),
  );
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xmlDocument(result) };
}

/** Finds the parts that the client lists, which must be there as it describes them, in rising order. */
function chooseParts(uploaded: Part[], xml: string): Part[] {
  let previous = 0;
  const parts = innerXml(xml, 'Part').map((listed) => {
    const number = Number(textOf(listed, 'PartNumber'));
    const part = uploaded.find((candidate) => candidate.number === number);
    const { algorithm, value } = part?.checksum ?? {};
    const stated = algorithm && textOf(listed, `Checksum${algorithm.toUpperCase()}`);
    const etag = textOf(listed, 'ETag')?.replace(/^"(.*)"$/, '$1');
    if (part === undefined || part.etag !== etag || (stated !== undefined && stated !== value)) {
      throw new S3Error(
        400,
        'InvalidPart',
        "One or more of the specified parts could not be found, or the specified entity tag did not match the part's.",
        { PartNumber: number },
      );
    }
    if (number <= previous) {
      throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
    }
    previous = number;
    return part;
  });
  if (parts.length === 0) throw malformedXml();
  if (parts.slice(0, -1).some((part) => part.size < minPartBytes)) {
    throw new S3Error(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
      {
        MinSizeAllowed: minPartBytes,
      },
    );
  }
  return parts;
}

/** The checksum of the parts' checksums, if all have one of the same kind. */
function compositeChecksum(parts: Part[]): Checksum | undefined {
  const algorithm = parts[0]?.checksum?.algorithm;
  if (algorithm === undefined) return undefined;
  const running = startChecksum(algorithm);
  for (const { checksum } of parts) {
    if (checksum?.algorithm !== algorithm) return undefined;
    running.update(Buffer.from(checksum.value, 'base64'));
  }
  return { algorithm, value: `${running.digest().toString('base64')}-${parts.length}`, type: 'COMPOSITE' };
}
