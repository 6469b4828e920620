/** The account that every local ARN names. */
export const accountId = '000000000000';
/** The region that every local service pretends to be in. */
export const region = 'us-east-1';
export const partition = 'aws';
export const urlSuffix = 'amazonaws.com';

/** An ARN of a local resource, for instance `arn('sqs', 'jobs')`. */
export function arn(service: string, resource: string): string {
  return `arn:${partition}:${service}:${region}:${accountId}:${resource}`;
}
