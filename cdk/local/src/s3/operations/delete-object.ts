import { checkWriteConditions } from '../preconditions.ts';
import { headersOf, type OperationContext, type S3Response } from '../request.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export function deleteObject({ store, bucket, key, request }: OperationContext): S3Response {
  checkWriteConditions(headersOf(request), key, store.objects.get(bucket.name, key));
  store.objects.delete(bucket.name, key);
  return { status: 204 };
}
