import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import { maximumEventBytes } from './maximum-event-bytes.ts';

/**
 * The event with which Lambda invokes a function for SQS messages, as JSON.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event
 */
export function sqsEvent(messages: readonly Message[], queueArn: string): string {
  return JSON.stringify({ Records: messages.map((message) => sqsRecord(message, queueArn)) });
}

/** Splits messages so that each event stays within what Lambda accepts; mostly there is nothing to split. */
export function invocationBatches(messages: readonly Message[], queueArn: string): Message[][] {
  const envelopeBytes = Buffer.byteLength(sqsEvent([], queueArn));
  const batches: Message[][] = [];
  let batchBytes = Infinity;
  for (const message of messages) {
    const recordBytes = Buffer.byteLength(JSON.stringify(sqsRecord(message, queueArn))) + 1;
    const current = batches.at(-1);
    if (current !== undefined && batchBytes + recordBytes <= maximumEventBytes) {
      current.push(message);
      batchBytes += recordBytes;
    } else {
      batches.push([message]);
      batchBytes = envelopeBytes + recordBytes;
    }
  }
  return batches;
}

function sqsRecord(message: Message, queueArn: string) {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, recordAttribute(value)]),
    ),
    md5OfBody: message.MD5OfBody,
    ...(message.MD5OfMessageAttributes !== undefined && {
      md5OfMessageAttributes: message.MD5OfMessageAttributes,
    }),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3],
  };
}

function recordAttribute(value: MessageAttributeValue) {
  return {
    ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
    ...(value.BinaryValue !== undefined && {
      binaryValue: Buffer.from(value.BinaryValue).toString('base64'),
    }),
    stringListValues: [],
    binaryListValues: [],
    dataType: value.DataType,
  };
}
