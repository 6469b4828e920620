import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RuntimeOutcome } from '../../../src/lambda/invoke-outcome.ts';
import { type Method, type RestApi } from '../../../src/apigateway/gateway/rest-api.ts';
import { openGateway, proxy, restApi, type SendOptions } from './local-gateway.ts';

/** What a test sees of a streamed response. */
export interface StreamedOutcome {
  outcome: Extract<RuntimeOutcome, { kind: 'stream' }>;
  /** Whether the gateway reads no more of it. */
  left: () => boolean;
}

/** The outcome of a handler that streams these chunks; an error among them is thrown, a function waited for. */
export function streamed(...chunks: (string | Buffer | Error | (() => Promise<unknown>))[]): StreamedOutcome {
  let left = false;
  async function* produce(): AsyncGenerator<Buffer, void> {
    try {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        if (typeof chunk === 'function') await chunk();
        else yield Buffer.from(chunk);
      }
    } finally {
      left = true;
    }
  }
  const stream = {
    contentType: 'application/vnd.awslambda.http-integration-response',
    ended: Promise.resolve(),
    discard: () => void (left = true),
    [Symbol.asyncIterator]: produce,
  };
  return { outcome: { kind: 'stream', stream }, left: () => left };
}

/** The beginning of a streamed response. */
export function prelude(metadata: object = { statusCode: 200 }): string {
  return `${JSON.stringify(metadata)}${'\0'.repeat(8)}`;
}

/** An API whose method streams. */
export function streamingApi(more: Partial<RestApi> = {}, integration: object = {}): RestApi {
  const method = proxy('ANY', '/{proxy+}');
  const streaming = { ...method.integration, responseTransferMode: 'STREAM', ...integration };
  return restApi({ methods: [{ ...method, integration: streaming } as Method], ...more });
}

export const pause = (milliseconds: number) => () => sleep(milliseconds);
export const delimiter = '\0'.repeat(8);

/** The response of a gateway whose function streams these chunks. */
export async function replyTo(chunks: Parameters<typeof streamed>, options: SendOptions = {}) {
  const { outcome, left } = streamed(...chunks);
  await using gateway = await openGateway(streamingApi(), { stream: () => outcome });
  const reply = await gateway.send('/x', options);
  return { ...reply, log: gateway.log, left: left() };
}

/** The head of a response; its body can be read. */
export async function head(port: number): Promise<IncomingMessage> {
  const sent = request({ port, path: '/x', agent: false })
    // A reset after the head is an error of the response too.
    .on('error', () => undefined)
    .end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}
