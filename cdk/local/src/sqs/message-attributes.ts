import { createHash } from 'node:crypto';

import { isObject } from '../is-object.ts';
import { invalidParameterValue, serializationError } from './errors.ts';
import { optionalText, type Input } from './parameters.ts';

/** One value of `MessageAttributes`, in the shape of the JSON protocol (binary values as base64). */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

/** Words with single dots between them. */
const namePattern = /^[\w-]+(?:\.[\w-]+)*$/;
const reservedName = /^(?:aws|amazon)\./i;
const maxName = 256;
const typePattern = /^(?:String|Number|Binary)(?:\..{1,249})?$/;

/**
 * Checks `MessageAttributes` of a message.
 *
 * @throws SqsError InvalidParameterValue
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function parseMessageAttributes(input: Input): MessageAttributes {
  const entries = Object.entries(input);
  if (entries.length > 10) {
    throw invalidParameterValue(
      `Number of message attributes [${entries.length}] exceeds the allowed maximum [10].`,
    );
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, parseAttribute(name, value)]));
}

function parseAttribute(name: string, value: unknown): MessageAttribute {
  if (!isObject(value)) throw serializationError(`Message attribute ${name} must be a structure.`);
  if (name.length > maxName || !namePattern.test(name) || reservedName.test(name))
    throw invalidParameterValue(`Message (user) attribute name '${name}' is invalid.`);
  const type = optionalText(value, 'DataType') ?? '';
  if (!typePattern.test(type)) {
    throw invalidParameterValue(
      `The type of message (user) attribute '${name}' is invalid. You must use only the following supported type prefixes: Binary, Number, String.`,
    );
  }
  const member = type.startsWith('Binary') ? 'BinaryValue' : 'StringValue';
  const content = optionalText(value, member) ?? '';
  if (content === '') {
    throw invalidParameterValue(`The message (user) attribute '${name}' must contain a non-empty ${member}.`);
  }
  if (type.startsWith('Number') && (content.trim() === '' || !Number.isFinite(Number(content)))) {
    throw invalidParameterValue(`Could not cast message (user) attribute '${name}' value to number.`);
  }
  return { DataType: type, [member]: content };
}

/** Bytes that the attributes add to the message's size: names, types and values. */
export function sizeOfAttributes(attributes: MessageAttributes): number {
  return Object.entries(attributes).reduce(
    (sum, [name, attribute]) =>
      sum + Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + valueOf(attribute).length,
    0,
  );
}

/**
 * The digest that SDKs compare: for each attribute, sorted by name, the length-prefixed name and type, a byte for
 * the transport (1 string, 2 binary) and the length-prefixed value. Undefined when there are no attributes.
 */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  const update = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of names) {
    const attribute = attributes[name];
    if (attribute === undefined) continue;
    update(Buffer.from(name));
    update(Buffer.from(attribute.DataType));
    hash.update(Buffer.of(attribute.BinaryValue === undefined ? 1 : 2));
    update(valueOf(attribute));
  }
  return hash.digest('hex');
}

/** The attributes that `MessageAttributeNames` asks for: names, `All` or `.*`, or a prefix such as `bar.*`. */
export function selectAttributes(
  attributes: MessageAttributes,
  wanted: readonly string[],
): MessageAttributes {
  const matches = (name: string) =>
    wanted.some((pattern) =>
      pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -2)) : pattern === 'All' || pattern === name,
    );
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => matches(name)));
}

function valueOf(attribute: MessageAttribute): Buffer {
  return attribute.BinaryValue === undefined
    ? Buffer.from(attribute.StringValue ?? '')
    : Buffer.from(attribute.BinaryValue, 'base64');
}
