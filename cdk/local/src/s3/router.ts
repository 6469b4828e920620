import { abortMultipartUpload } from './operations/abort-multipart-upload.ts';
import { completeMultipartUpload } from './operations/complete-multipart-upload.ts';
import { copyObject } from './operations/copy-object.ts';
import { createMultipartUpload } from './operations/create-multipart-upload.ts';
import { deleteObject } from './operations/delete-object.ts';
import { deleteObjects } from './operations/delete-objects.ts';
import { getObject } from './operations/get-object.ts';
import { headBucket } from './operations/head-bucket.ts';
import { listObjectsV2 } from './operations/list-objects-v2.ts';
import { postObject } from './operations/post-object.ts';
import { putObject } from './operations/put-object.ts';
import { uploadPart } from './operations/upload-part.ts';
import type { Operation } from './request.ts';

/** The parts of a request that select its operation. */
export interface Route {
  method: string;
  /** Empty for the bucket itself. */
  key: string;
  query: ReadonlyMap<string, string>;
  headers: Record<string, string>;
}

/** Parameters that make another operation of a request. */
const subresourceNames = new Set(
  (
    'accelerate acl analytics append attributes cors delete encryption intelligent-tiering inventory legal-hold ' +
    'lifecycle list-type location logging metadataConfiguration metrics notification object-lock ' +
    'ownershipControls partNumber policy policyStatus publicAccessBlock renameObject replication requestPayment ' +
    'restore retention select session tagging torrent uploadId uploads versionId versioning versions website'
  ).split(' '),
);

/** By method, `bucket` or `object`, and the subresources in alphabetical order. */
const operations = new Map<string, Operation>([
  ['HEAD bucket', headBucket],
  ['GET bucket list-type', listObjectsV2],
  ['POST bucket delete', deleteObjects],
  ['GET object', getObject],
  ['HEAD object', getObject],
  ['PUT object', putObject],
  ['DELETE object', deleteObject],
  ['POST object uploads', createMultipartUpload],
  ['PUT object partNumber uploadId', uploadPart],
  ['POST object uploadId', completeMultipartUpload],
  ['DELETE object uploadId', abortMultipartUpload],
]);

/** An upload form carries its own signature, in the policy. */
export function isUploadForm({ method, key, query, headers }: Route): boolean {
  return (
    method === 'POST' &&
    key === '' &&
    query.size === 0 &&
    headers['authorization'] === undefined &&
    /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')
  );
}

/** Finds the operation that a request asks for; undefined if it is not implemented. */
export function findOperation(route: Route): Operation | undefined {
  if (isUploadForm(route)) return postObject;
  const { method, key, query, headers } = route;
  const subresources = [...query.keys()].filter((name) => subresourceNames.has(name)).sort();
  const operation = operations.get([method, key === '' ? 'bucket' : 'object', ...subresources].join(' '));
  if (operation === listObjectsV2 && query.get('list-type') !== '2') return undefined;
  if (headers['x-amz-copy-source'] !== undefined) return operation === putObject ? copyObject : undefined;
  return operation;
}
