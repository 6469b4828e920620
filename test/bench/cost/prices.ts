/**
 * US dollars in us-east-1, on demand, without the free tier, as published in 2025
 * (https://aws.amazon.com/lambda/pricing/, /api-gateway/, /dynamodb/, /s3/, /sqs/, /cloudwatch/).
 */
export const prices = {
  /** By architecture, for a GB-second. The layers are x86_64. */
  lambdaGbSecond: { x86: 0.0000166667, arm64: 0.0000133334 },
  lambdaRequest: 0.2e-6,
  /** REST API, the first 333 million a month. */
  apiRequest: 3.5e-6,
  /** For an item of up to 1 KB, in the table and in each index; a transaction's costs twice that. */
  dynamoWrite: 0.625e-6,
  /** For up to 4 KB read consistently; half otherwise. */
  dynamoRead: 0.125e-6,
  sqsRequest: 0.4e-6,
  s3Write: 5e-6,
  s3Read: 0.4e-6,
  s3GigabyteMonth: 0.023,
  logGigabyte: 0.5,
} as const;
