import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  paginateScan,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';

import type { Log } from '../service.ts';
import type { Table } from './tables.ts';

const intervalMs = 60_000;
const fiveYearsSeconds = 5 * 365 * 24 * 3600;

/**
 * Deletes the expired items of all tables that have a TTL attribute, now and every minute. AWS only promises to do so
 * within days, so readers must check the time themselves in any case.
 *
 * @returns `stop`, which waits for a sweep that is under way
 */
export function startExpirySweep(
  client: DynamoDBClient,
  tables: readonly Table[],
  log: Log,
): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const sweep = () => {
    running = running
      .then(() => deleteExpired(client, tables, Date.now() / 1000))
      .catch((error: unknown) => log(`Expired items could not be deleted: ${String(error)}`));
  };
  sweep();
  const timer = setInterval(sweep, intervalMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * One sweep. As on AWS an item counts as expired when the attribute is a number and lies in the past, but not more
 * than five years.
 *
 * @param now seconds since the epoch
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
 */
async function deleteExpired(client: DynamoDBClient, tables: readonly Table[], now: number): Promise<void> {
  for (const { name, keySchema, ttlAttribute } of tables) {
    if (ttlAttribute === undefined) continue;
    const keyNames = keySchema.map(({ AttributeName = '' }) => AttributeName);
    const expired = {
      expression: '#ttl BETWEEN :oldest AND :now',
      values: {
        ':now': { N: `${Math.floor(now)}` },
        ':oldest': { N: `${Math.floor(now) - fiveYearsSeconds}` },
      },
    };
    const pages = paginateScan(
      { client },
      {
        TableName: name,
        FilterExpression: expired.expression,
        ProjectionExpression: keyNames.map((_, index) => `#key${index}`).join(', '),
        ExpressionAttributeNames: {
          '#ttl': ttlAttribute,
          ...Object.fromEntries(keyNames.map((key, index) => [`#key${index}`, key])),
        },
        ExpressionAttributeValues: expired.values,
      },
    );
    for await (const { Items = [] } of pages) {
      for (const key of Items) {
        try {
          await client.send(
            new DeleteItemCommand({
              TableName: name,
              Key: key,
              // The item may have been given more time since the scan.
              ConditionExpression: expired.expression,
              ExpressionAttributeNames: { '#ttl': ttlAttribute },
              ExpressionAttributeValues: expired.values,
            }),
          );
        } catch (error) {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
        }
      }
    }
  }
}
