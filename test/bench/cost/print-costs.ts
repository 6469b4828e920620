import type { Operation } from '../tasks/task.ts';
import { costOf } from './cost-of.ts';
import type { Usage } from './usage.ts';

/** The number of conversions of a printed cost. */
const conversions = 1_000;

export const costHeadings = [
  '1,000 small, US cents',
  'Lambda',
  'API Gateway',
  'DynamoDB',
  'S3',
  'SQS',
  'logs',
  'in all',
] as const;

/** One line for each operation. */
export const costLines = (usages: ReadonlyMap<Operation, Usage>): string[][] =>
  [...usages].map(([operation, usage]) => {
    const { lambda, apiGateway, dynamoDb, s3, sqs, logs, total } = costOf(usage, conversions, 'x86');
    return [
      operation,
      ...[lambda, apiGateway, dynamoDb, s3, sqs, logs, total].map((cents) => cents.toFixed(2)),
    ];
  });
