import { isObject } from '../is-object.ts';

/** Which messages of a batch failed, or why the response says nothing of use. */
export type BatchResult = { failed: ReadonlySet<string> } | { malformed: string };

/**
 * Reads a function's partial batch response. An empty or null response, and an empty or null `batchItemFailures`,
 * mean that all went well; a response that is anything else than the documented shape, or names a message that was
 * not in the batch, means that all failed.
 *
 * @param payload the function's response, as JSON
 * @param messageIds the batch
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 */
export function failedMessages(payload: string, messageIds: readonly string[]): BatchResult {
  let response: unknown;
  try {
    response = payload === '' ? null : JSON.parse(payload);
  } catch {
    return { malformed: 'the response is not JSON' };
  }
  if (response === null) return { failed: new Set() };
  if (!isObject(response)) return { malformed: 'the response is not an object' };
  const failures = response['batchItemFailures'] ?? [];
  if (!Array.isArray(failures)) return { malformed: 'batchItemFailures is not a list' };

  const failed = new Set<string>();
  for (const failure of failures as unknown[]) {
    const id = isObject(failure) ? failure['itemIdentifier'] : undefined;
    if (typeof id !== 'string' || !messageIds.includes(id)) {
      return {
        malformed: `batchItemFailures has an itemIdentifier that is not of this batch: ${JSON.stringify(id)}`,
      };
    }
    failed.add(id);
  }
  return { failed };
}
