import type { Plugin } from '../plugin.ts';
import { partition, region } from '../template/account.ts';
import { physicalName } from '../template/physical-id.ts';
import { type NamedResource, unserved } from '../template/resource-type.ts';
import { readBuckets } from './read-buckets.ts';
import { startS3Thread } from './thread.ts';

/** Bucket names are DNS labels: lower case, at most 63 characters. */
const bucketName = (resource: NamedResource) =>
  resource.text('BucketName') ?? physicalName(resource.logicalId, 63).toLowerCase();

export const s3: Plugin = {
  name: 's3',
  resourceTypes: {
    'AWS::S3::Bucket': {
      ref: bucketName,
      attributes: {
        Arn: (resource) => `arn:${partition}:s3:::${bucketName(resource)}`,
        DomainName: (resource) => `${bucketName(resource)}.s3.amazonaws.com`,
        RegionalDomainName: (resource) => `${bucketName(resource)}.s3.${region}.amazonaws.com`,
      },
    },
    'AWS::S3::BucketPolicy': unserved(),
    // Empties a bucket when its stack is deleted. Stacks are not deleted here.
    'Custom::S3AutoDeleteObjects': unserved(),
  },
  endpointVariables: { s3: 'AWS_ENDPOINT_URL_S3' },
  read({ evaluator }) {
    const buckets = readBuckets(evaluator);
    return async ({ serve, directory, credentials, log }) => {
      await serve('s3', (port) => startS3Thread({ directory, port, credentials, buckets, log }));
      return undefined;
    };
  },
};
