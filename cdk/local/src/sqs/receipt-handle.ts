import { receiptHandleIsInvalid } from './errors.ts';
import { requiredText, type Input } from './parameters.ts';

/** What a receipt handle stands for: one delivery of one message. */
export interface ReceiptHandle {
  /** As the client sent it, for error messages. */
  text: string;
  messageId: string;
  receipt: string;
}

/** Handles are opaque to clients. They name the queue, since a handle is good for the queue that gave it only. */
export function writeReceiptHandle(queue: string, messageId: string, receipt: string): string {
  return Buffer.from(`${messageId} ${receipt} ${queue}`).toString('base64');
}

/** @throws SqsError ReceiptHandleIsInvalid when it is not a handle of this queue */
export function readReceiptHandle(queue: string, input: Input): ReceiptHandle {
  const text = requiredText(input, 'ReceiptHandle');
  const [messageId, receipt, name] = Buffer.from(text, 'base64').toString().split(' ');
  if (messageId === undefined || receipt === undefined || name !== queue) throw receiptHandleIsInvalid(text);
  return { text, messageId, receipt };
}
