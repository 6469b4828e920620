import { createHash } from 'node:crypto';

import { invalidMessageContents, invalidParameterValue } from './errors.ts';
import {
  md5OfAttributes,
  parseMessageAttributes,
  sizeOfAttributes,
  type MessageAttributes,
} from './message-attributes.ts';
import type { NewMessage } from './message.ts';
import { optionalInput, optionalInteger, optionalText, requiredText, type Input } from './parameters.ts';
import { maximumMessageBytes, type Queue } from './queue.ts';

// The characters of XML 1.0, which SQS was first built on. The `u` flag also finds lone surrogates.
const invalidCharacter = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/** Letters, digits and ASCII punctuation. */
const groupIdPattern = /^[!-~]{1,128}$/;

/** A message of a `SendMessage` request, or of one entry of a batch, ready to be stored. */
export interface OutgoingMessage {
  stored: NewMessage;
  /** Body and message attributes; system attributes do not count. */
  sizeBytes: number;
  md5OfSystemAttributes: string | undefined;
}

/** @throws SqsError */
export function parseOutgoingMessage(queue: Queue, input: Input, now: number): OutgoingMessage {
  const body = requiredText(input, 'MessageBody');
  if (invalidCharacter.test(body)) throw invalidMessageContents();
  const attributes = parseMessageAttributes(optionalInput(input, 'MessageAttributes'));
  const systemAttributes = parseSystemAttributes(optionalInput(input, 'MessageSystemAttributes'));
  const groupId = parseGroupId(input);
  const delaySeconds = optionalInteger(input, 'DelaySeconds', 0, 900) ?? queue.delaySeconds;
  return {
    stored: {
      queue: queue.name,
      body,
      attributes,
      traceHeader: systemAttributes['AWSTraceHeader']?.StringValue,
      groupId,
      sentAt: now,
      visibleAt: now + delaySeconds * 1000,
    },
    sizeBytes: Buffer.byteLength(body) + sizeOfAttributes(attributes),
    md5OfSystemAttributes: md5OfAttributes(systemAttributes),
  };
}

function parseGroupId(input: Input): string | undefined {
  const groupId = optionalText(input, 'MessageGroupId');
  if (groupId !== undefined && !groupIdPattern.test(groupId)) {
    throw invalidParameterValue(
      `Value ${groupId} for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
    );
  }
  return groupId;
}

export function assertMessageFits(message: OutgoingMessage): void {
  if (message.sizeBytes > maximumMessageBytes) {
    throw invalidParameterValue(
      `One or more parameters are invalid. Reason: Message must be shorter than ${maximumMessageBytes} bytes.`,
    );
  }
}

/** What the sender gets back. SDKs compare the digests with their own. */
export function sendResult(message: OutgoingMessage, messageId: string) {
  const md5OfMessageAttributes = md5OfAttributes(message.stored.attributes);
  return {
    MessageId: messageId,
    MD5OfMessageBody: md5(message.stored.body),
    ...(md5OfMessageAttributes !== undefined && { MD5OfMessageAttributes: md5OfMessageAttributes }),
    ...(message.md5OfSystemAttributes !== undefined && {
      MD5OfMessageSystemAttributes: message.md5OfSystemAttributes,
    }),
  };
}

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function parseSystemAttributes(input: Input): MessageAttributes {
  const attributes = parseMessageAttributes(input);
  const unknown = Object.keys(attributes).find((name) => name !== 'AWSTraceHeader');
  if (unknown !== undefined) {
    throw invalidParameterValue(`Message system attribute name '${unknown}' is invalid.`);
  }
  return attributes;
}
