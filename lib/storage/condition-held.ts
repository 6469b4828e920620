import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/**
 * Whether the condition of a DynamoDB write held.
 *
 * @throws what else the write rejects with
 */
export async function conditionHeld(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
