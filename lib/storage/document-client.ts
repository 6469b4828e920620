import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { messageLimits } from './call-limits.ts';

/** DynamoDB with plain JavaScript values; fields that are undefined are left out. */
export const openDocumentClient = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient(messageLimits), {
    marshallOptions: { removeUndefinedValues: true },
  });
