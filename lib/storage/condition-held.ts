import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/**
 * Returns whether the condition of a DynamoDB write held.
 *
 * @throws Error any other error of the write
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
