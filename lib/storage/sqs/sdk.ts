/** What sends messages to SQS. The queue imports it when it is first used, as the store does `../s3/sdk.ts`. */
export { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
