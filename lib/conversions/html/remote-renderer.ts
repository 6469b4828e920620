import {
  InvokeCommand,
  InvokeWithResponseStreamCommand,
  type InvokeWithResponseStreamResponseEvent,
  type LambdaClient,
  TooManyRequestsException,
} from '@aws-sdk/client-lambda';
import { AppError } from '../../base/app-error.ts';
import { type RenderMessage, type RenderReply, renderReply } from './message.ts';
import { type AttachedReply, receiveReply } from './reply.ts';

/** Errors of a connection that was closed before the request was sent. */
const connectionErrors = new Set(['ECONNRESET', 'EPIPE']);

/** If a connection fails later than this, the renderer may have received the request. In milliseconds. */
const staleMilliseconds = 1_000;

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
        throw new AppError('unavailable', 'The service has no capacity for another rendering right now.', {
          cause: error,
          retryAfterSeconds: 5,
        });
      }
      throw error;
    }
  }

  /**
   * After a long freeze, a function's open connections are stale, which shows only when it uses one. The request is then
   * sent again. No other failure is retried: a rendering that failed halfway leaves no time for another.
   */
  async #send(command: InvokeCommand, abortSignal: AbortSignal): Promise<InvokeCommandOutput> {
    const startedAt = performance.now();
    try {
      return await this.#lambda.send(command, { abortSignal });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const wasStale =
        code !== undefined && connectionErrors.has(code) && performance.now() - startedAt < staleMilliseconds;
      if (!wasStale || abortSignal.aborted) throw error;
      return await this.#lambda.send(command, { abortSignal });
    }
  }
}
