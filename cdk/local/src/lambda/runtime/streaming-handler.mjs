import { HttpResponseStream } from './response-stream.mjs';
import { RuntimeError } from './runtime-error.mjs';

/** Libraries set these symbols too, so their names are those of the managed runtime. */
const streaming = Symbol.for('aws.lambda.runtime.handler.streaming');
const highWaterMark = Symbol.for('aws.lambda.runtime.handler.streaming.highWaterMark');

/** What the managed runtime offers to handlers as the global `awslambda`. */
export const awslambda = {
  /** Marks a handler `(event, responseStream, context) => Promise<void>`. */
  streamifyResponse(handler, options) {
    handler[streaming] = 'response';
    if (typeof options?.highWaterMark === 'number')
      handler[highWaterMark] = Math.trunc(options.highWaterMark);
    return handler;
  },
  HttpResponseStream,
};

/**
 * @param {Function} handler
 * @returns {{ highWaterMark: number | undefined } | undefined} undefined if the handler returns its response
 * @throws RuntimeError `Runtime.MalformedStreamingHandler`
 */
export function streamingOptions(handler) {
  const mark = handler[streaming] ?? false;
  if (mark === false) return undefined;
  if (mark !== 'response')
    throw new RuntimeError('Runtime.MalformedStreamingHandler', 'Only response streaming is supported.');
  return { highWaterMark: handler[highWaterMark] };
}
