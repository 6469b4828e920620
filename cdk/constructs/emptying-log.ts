import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';

/**
 * Gives the function that empties a bucket before it is deleted a log that goes with the stack. Lambda would make one
 * for it, which is kept for ever.
 *
 * @param bucket with `autoDeleteObjects`
 */
export function addEmptyingLog(bucket: Bucket, retention: RetentionDays): void {
  const logs = new LogGroup(bucket, 'EmptyingLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
  const provider = Stack.of(bucket).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  const handler = provider.node.findChild('Handler');
  if (!(handler instanceof CfnResource)) throw new TypeError('CDK makes that function otherwise now');
  // There is no property for it.
  handler.addPropertyOverride('LoggingConfig', { LogGroup: logs.logGroupName });
}
