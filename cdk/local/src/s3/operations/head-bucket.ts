import type { S3Response } from '../request.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html */
export function headBucket(): S3Response {
  return { status: 200, headers: { 'x-amz-bucket-region': 'us-east-1' } };
}
