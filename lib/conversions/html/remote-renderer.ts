import {
  InvokeCommand,
  InvokeWithResponseStreamCommand,
  type InvokeWithResponseStreamResponseEvent,
  type LambdaClient,
  TooManyRequestsException,
} from '@aws-sdk/client-lambda';
import { AppError } from '../../base/app-error.ts';
import { retryOnStaleConnection } from '../../base/retry-on-stale-connection.ts';
import { type RenderMessage, type RenderReply, renderReply } from './message.ts';
import { type AttachedReply, receiveReply } from './reply.ts';

type RenderedReply = Extract<RenderReply, { kind: 'rendered' }>;

/** A rendering: described, with its bytes or where they are stored. */
export interface Rendered extends Omit<RenderedReply, 'kind' | 'content'> {
  content: { kind: 'bytes'; bytes: Uint8Array } | Extract<RenderedReply['content'], { kind: 'stored' }>;
}

/** Invokes the renderer function and waits for its reply. */
export class RemoteRenderer {
  readonly #lambda: LambdaClient;
  readonly #functionName: string;
  readonly #streams: boolean;

  /** @param streams whether the function streams its replies */
  constructor(lambda: LambdaClient, functionName: string, streams: boolean) {
    this.#lambda = lambda;
    this.#functionName = functionName;
    this.#streams = streams;
  }

  /**
   * @param patience milliseconds to wait for the reply
   * @param signal ends the wait earlier
   * @throws AppError the error that the renderer replied; `render-timeout` when it does not reply in time; `unavailable`
   *   when the function has no capacity
   * @throws Error when the renderer function failed
   */
  async render(message: RenderMessage, patience: number, signal?: AbortSignal): Promise<Rendered> {
    const { reply, content } = await this.#invoke(message, patience, signal);
    if (reply.kind === 'rendered') {
      const { kind: _, ...rendered } = reply;
      return { ...rendered, content: contentOf(reply.content, content) };
    }
    const { code, message: text } = reply;
    const ofUrl = code === 'url-not-allowed' || code === 'url-unreachable';
    const fault = reply.fault ?? (ofUrl ? { field: 'url', message: text } : undefined);
    throw new AppError(code, text, fault ? { errors: [fault] } : {});
  }

  async #invoke(
    message: RenderMessage,
    patience: number,
    signal: AbortSignal | undefined,
  ): Promise<AttachedReply> {
    const late = AbortSignal.timeout(Math.max(0, patience));
    const abortSignal = signal ? AbortSignal.any([late, signal]) : late;
    const request = { FunctionName: this.#functionName, Payload: Buffer.from(JSON.stringify(message)) };
    try {
      return await (this.#streams
        ? this.#invokeStreaming(request, abortSignal)
        : this.#invokeBuffered(request, abortSignal));
    } catch (error) {
      signal?.throwIfAborted();
      if (late.aborted) {
        throw new AppError('render-timeout', 'The page was not rendered in time.', { cause: error });
      }
      if (error instanceof TooManyRequestsException) {
        throw new AppError('unavailable', 'The service is at capacity. Retry shortly.', {
          cause: error,
          retryAfterSeconds: 5,
        });
      }
      throw error;
    }
  }

  async #invokeBuffered(request: Invocation, abortSignal: AbortSignal): Promise<AttachedReply> {
    const { FunctionError, Payload = new Uint8Array() } = await retryOnStaleConnection(abortSignal, () =>
      this.#lambda.send(new InvokeCommand(request), { abortSignal }),
    );
    const text = Buffer.from(Payload).toString('utf8');
    if (FunctionError) throw rendererFailed(text);
    return { reply: renderReply.parse(JSON.parse(text)) };
  }

  async #invokeStreaming(request: Invocation, abortSignal: AbortSignal): Promise<AttachedReply> {
    const { EventStream } = await retryOnStaleConnection(abortSignal, () =>
      this.#lambda.send(new InvokeWithResponseStreamCommand(request), { abortSignal }),
    );
    if (!EventStream) throw new Error('Lambda returned no event stream');
    return await receiveReply(payloadsOf(EventStream));
  }
}

interface Invocation {
  FunctionName: string;
  Payload: Uint8Array;
}

const rendererFailed = (details: string): Error =>
  new Error(`The renderer failed: ${details.slice(0, 2000)}`);

/** @throws Error when the function failed, or the stream ended before the function did */
async function* payloadsOf(
  events: AsyncIterable<InvokeWithResponseStreamResponseEvent>,
): AsyncIterable<Uint8Array> {
  let completed = false;
  for await (const { PayloadChunk, InvokeComplete } of events) {
    if (PayloadChunk?.Payload) yield PayloadChunk.Payload;
    if (InvokeComplete?.ErrorCode)
      throw rendererFailed(`${InvokeComplete.ErrorCode} ${InvokeComplete.ErrorDetails}`);
    completed ||= InvokeComplete !== undefined;
  }
  if (!completed) throw rendererFailed('its reply was cut off');
}

function contentOf(
  described: RenderedReply['content'],
  attached: Uint8Array | undefined,
): Rendered['content'] {
  if (described.kind === 'stored') return described;
  if (described.kind === 'inline') return { kind: 'bytes', bytes: Buffer.from(described.base64, 'base64') };
  if (attached?.length !== described.size) throw rendererFailed('its reply has not the size that it states');
  return { kind: 'bytes', bytes: attached };
}
