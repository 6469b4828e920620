import type { RuntimeOutcome } from '../../../src/lambda/invoke-outcome.ts';
import { type Method, type RestApi } from '../../../src/apigateway/gateway/rest-api.ts';
import { proxy, restApi } from './local-gateway.ts';

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
