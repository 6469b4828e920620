import type { Row } from './database.ts';
import type { MessageAttributes } from './message-attributes.ts';

/** What a sender hands over. Times are milliseconds since the epoch, here and below. */
export interface NewMessage {
  queue: string;
  body: string;
  attributes: MessageAttributes;
  traceHeader: string | undefined;
  /** `MessageGroupId`: the tenant that the message belongs to. */
  groupId: string | undefined;
  sentAt: number;
  visibleAt: number;
}

/** A message as delivered. */
export interface DeliveredMessage {
  messageId: string;
  body: string;
  attributes: MessageAttributes;
  traceHeader: string | undefined;
  groupId: string | undefined;
  sentAt: number;
  firstReceivedAt: number;
  /** Deliveries so far, this one included, in all queues the message has been in. */
  receiveCount: number;
  /** ARN of the queue from which the message was moved to this dead-letter queue. */
  sourceArn: string | undefined;
  /** Distinguishes this delivery from earlier ones. */
  receipt: string;
}

/** @param row the stored message before this delivery */
export function deliveredMessage(row: Row, now: number, receipt: string): DeliveredMessage {
  return {
    messageId: String(row['message_id']),
    body: String(row['body']),
    attributes: JSON.parse(String(row['attributes'])) as MessageAttributes,
    traceHeader: row['trace_header'] == null ? undefined : String(row['trace_header']),
    groupId: row['group_id'] == null ? undefined : String(row['group_id']),
    sentAt: Number(row['sent_at']),
    firstReceivedAt: Number(row['first_received_at'] ?? now),
    receiveCount: Number(row['earlier_receive_count']) + Number(row['receive_count']) + 1,
    sourceArn: row['source_arn'] == null ? undefined : String(row['source_arn']),
    receipt,
  };
}
