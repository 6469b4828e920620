import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type RenderReply, renderReply } from './message.ts';

/** A reply, and the result that it describes as `attached`. */
export interface AttachedReply {
  reply: RenderReply;
  content?: Uint8Array | undefined;
}

/**
 * Largest result in a reply, in bytes. Streamed: Lambda slows a stream down after 6 MB. Buffered: 6,291,456 bytes hold
 * it in base64 beside the rest of the reply.
 */
export const largestAttachment = { streamed: 5_800_000, buffered: 4_300_000 } as const;

/** Upper bound of a streamed reply. It comes from a process that runs strangers' code. */
const largestReply = largestAttachment.streamed + 500_000;

/** Bytes of the number before a streamed reply: the length of its JSON, big-endian. */
const prefixBytes = 4;

/** Writes a reply to the runtime's response stream: the length of its JSON, the JSON, the attached bytes. */
export async function sendReply(stream: Writable, { reply, content }: AttachedReply): Promise<void> {
  const json = Buffer.from(JSON.stringify(reply));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(json.length);
  stream.write(Buffer.concat([prefix, json]));
  stream.end(content ?? Buffer.alloc(0));
  await once(stream, 'finish');
}

/**
 * Collects what `sendReply` wrote.
 *
 * @throws Error when it is not a valid reply, or too large
 */
export async function receiveReply(stream: AsyncIterable<Uint8Array>): Promise<AttachedReply> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largestReply) throw new RangeError(`The renderer's reply has more than ${largestReply} bytes`);
  }
  const bytes = Buffer.concat(chunks);
  const end = prefixBytes + (bytes.length < prefixBytes ? 0 : bytes.readUInt32BE());
  const reply = renderReply.parse(JSON.parse(bytes.toString('utf8', prefixBytes, end)));
  return { reply, content: bytes.subarray(end) };
}

/** The reply of a buffered invocation, in which the attached bytes are base64. */
export function inlineReply({ reply, content }: AttachedReply): RenderReply {
  if (reply.kind !== 'rendered' || !content) return reply;
  return { ...reply, content: { kind: 'inline', base64: Buffer.from(content).toString('base64') } };
}
