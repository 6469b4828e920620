import type { Operation } from '../operation.ts';
import { assertMessageFits, parseOutgoingMessage, sendResult } from '../outgoing-message.ts';
import { queueOfRequest } from '../queue.ts';

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export const sendMessage: Operation = (sqs, input) => {
  const queue = queueOfRequest(sqs.queues, input);
  const message = parseOutgoingMessage(queue, input, sqs.now());
  assertMessageFits(message);
  const [messageId = ''] = sqs.messages.add([message.stored]);
  sqs.arrivals.announce(queue.name);
  return sendResult(message, messageId);
};
