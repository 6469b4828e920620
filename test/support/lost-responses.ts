import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Loses the response to a client's next call of an operation: the call takes effect, its connection breaks, and the SDK
 * sends it again. `loseResponse` is the name to remove it by.
 *
 * @param meanwhile runs before the SDK sends the call again
 * @returns how many were lost, for a test to see that it tested anything
 */
export function loseResponse(
  client: DynamoDBDocumentClient,
  operation: 'PutItem' | 'UpdateItem',
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): () => number {
  let lost = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const response = await next(args);
      const { headers } = args.request as { headers: Record<string, string> };
      if (lost > 0 || !headers['x-amz-target']?.endsWith(operation)) return response;
      lost += 1;
      await meanwhile();
      throw Object.assign(new Error('The connection broke'), { code: 'ECONNRESET' });
    },
    // Inside the SDK's retries, outside its parsing of responses.
    { step: 'deserialize', priority: 'high', name: 'loseResponse', override: true },
  );
  return () => lost;
}
