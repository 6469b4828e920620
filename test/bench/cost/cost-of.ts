import { prices } from './prices.ts';
import type { Usage } from './usage.ts';

/** US cents, by what they are for. */
export interface Cost {
  lambda: number;
  apiGateway: number;
  dynamoDb: number;
  s3: number;
  sqs: number;
  logs: number;
  total: number;
}

/** What so many conversions cost, in a region at those prices and beyond the free tier. */
export function costOf(usage: Usage, conversions: number, architecture: 'x86' | 'arm64'): Cost {
  const cents = (dollars: number): number => dollars * conversions * 100;
  const parts = {
    lambda: cents(
      usage.gbSeconds * prices.lambdaGbSecond[architecture] + usage.invocations * prices.lambdaRequest,
    ),
    apiGateway: cents(usage.apiRequests * prices.apiRequest),
    dynamoDb: cents(usage.dynamoWrites * prices.dynamoWrite + usage.dynamoReads * prices.dynamoRead),
    s3: cents(usage.s3Writes * prices.s3Write + usage.s3Reads * prices.s3Read),
    sqs: cents(usage.sqsRequests * prices.sqsRequest),
    logs: cents((usage.log / 1e9) * prices.logGigabyte),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}
