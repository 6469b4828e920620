import { malformedXml, readXml } from '../body/read-xml.ts';
import type { OperationContext, S3Response } from '../request.ts';
import { notImplemented } from '../s3-error.ts';
import { element, innerXml, textOf, xmlDocument } from '../xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
export async function deleteObjects({ store, bucket, request }: OperationContext): Promise<S3Response> {
  const xml = await readXml(request, 'Delete');
  const keys = innerXml(xml, 'Object').map((object) => {
    if (/<(ETag|VersionId|LastModifiedTime|Size)>/.test(object))
      throw notImplemented('conditions in DeleteObjects');
    return textOf(object, 'Key') ?? '';
  });
  if (keys.length === 0 || keys.length > 1000 || keys.includes('')) throw malformedXml();
  for (const key of keys) store.objects.delete(bucket.name, key);
  const quiet = textOf(xml, 'Quiet') === 'true';
  const deleted = quiet ? [] : keys.map((key) => element('Deleted', element('Key', key)));
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: xmlDocument(element('DeleteResult', ...deleted)),
  };
}
