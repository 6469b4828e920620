import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';

/**
 * Adds a log group for the function that empties a bucket before its deletion. It is deleted with the stack. Without
 * it, Lambda would create one that never expires.
 *
 * @param bucket with `autoDeleteObjects`
 */
export function addEmptyingLog(bucket: Bucket, retention: RetentionDays): void {
  const logs = new LogGroup(bucket, 'EmptyingLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
  const provider = Stack.of(bucket).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  const handler = provider.node.findChild('Handler');
  if (!(handler instanceof CfnResource))
    throw new TypeError('The handler of S3AutoDeleteObjects has changed');
  // The provider has no property for the log group.
  handler.addPropertyOverride('LoggingConfig', { LogGroup: logs.logGroupName });
}
