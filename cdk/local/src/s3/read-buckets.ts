import type { Bucket, LifecycleRule } from './bucket.ts';
import type { Evaluator } from '../template/evaluator.ts';
import type { Properties } from '../template/properties.ts';

/** Reads the template's `AWS::S3::Bucket`s. */
export function readBuckets(evaluator: Evaluator): Bucket[] {
  return evaluator.resources('AWS::S3::Bucket').map((logicalId) => {
    const properties = evaluator.properties(logicalId);
    // Everything here is private to this machine: nobody but the signer gets in.
    properties.ignore('AccessControl', 'BucketEncryption', 'BucketName', 'LoggingConfiguration');
    properties.ignore('MetricsConfigurations', 'OwnershipControls', 'PublicAccessBlockConfiguration', 'Tags');
    const bucket: Bucket = {
      name: evaluator.idOf(logicalId),
      cors: (properties.object('CorsConfiguration')?.objects('CorsRules') ?? []).map((rule) => ({
        allowedOrigins: rule.ignore('Id').strings('AllowedOrigins'),
        allowedMethods: rule.strings('AllowedMethods'),
        allowedHeaders: rule.strings('AllowedHeaders'),
        exposedHeaders: rule.strings('ExposedHeaders'),
        maxAgeSeconds: rule.number('MaxAge'),
      })),
      lifecycle: (properties.object('LifecycleConfiguration')?.objects('Rules') ?? []).flatMap(
        readLifecycleRule,
      ),
    };
    properties.end();
    return bucket;
  });
}

function readLifecycleRule(rule: Properties): LifecycleRule[] {
  // Old versions do not exist here, and unfinished uploads are removed by the store on its own terms.
  rule.ignore('AbortIncompleteMultipartUpload', 'Id', 'NoncurrentVersionExpiration');
  const enabled = rule.requiredString('Status') === 'Enabled';
  const prefix = rule.string('Prefix', '');
  const expirationDays = rule.number('ExpirationInDays');
  return enabled && expirationDays !== undefined ? [{ prefix, expirationDays }] : [];
}
