import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';

/** The table key of an item of `slot-items.ts`. */
export const activityKey = (owner: string, item: string) => ({ pk: `ACTIVITY#${owner}`, sk: item });

/** Yields the items of a key from one UTC day to another, both inclusive (`2026-11-22`), in chronological order. */
export async function* activityItems(
  { client, table }: { client: DynamoDBDocumentClient; table: string },
  owner: string,
  from: string,
  to: string,
): AsyncGenerator<Record<string, unknown>> {
  const pages = paginateQuery(
    { client },
    {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': activityKey(owner, '').pk, ':from': from, ':to': `${to}~` },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
