import { Buffer } from 'node:buffer';
import { RuntimeError } from './runtime-error.mjs';

const integrationResponse = 'application/vnd.awslambda.http-integration-response';
const delimiter = Buffer.alloc(8);

/**
 * Makes the request that carries a response into the stream that a handler writes. As in the managed runtime, objects
 * are written as JSON, `end` takes data or a callback, and only `write` sends the prelude of a response first.
 *
 * @param {import('node:http').ClientRequest} request
 * @returns {import('node:http').ClientRequest} the same
 */
export function responseStream(request) {
  const write = request.write.bind(request);
  const end = request.end.bind(request);
  let started = false;
  request.setContentType = (type) => {
    if (started)
      throw new RuntimeError('Runtime.InvalidStreamingOperation', 'Cannot set content-type, too late.');
    request.setHeader('Content-Type', type);
  };
  request.write = (chunk, encoding, done) => {
    if (!started) {
      started = true;
      request._onBeforeFirstWrite?.(write);
    }
    const text = typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : JSON.stringify(chunk);
    return write(text, encoding, done);
  };
  request.end = (dataOrCallback) => end(dataOrCallback);
  return request;
}

/** `awslambda.HttpResponseStream`: puts status and headers before the body. */
export const HttpResponseStream = {
  /**
   * @param stream what {@link responseStream} returned
   * @param {{ statusCode?: number; headers?: object; multiValueHeaders?: object; cookies?: string[] }} prelude
   * @returns the same stream; the prelude goes out with its first `write`
   */
  from(stream, prelude) {
    stream.setContentType(integrationResponse);
    const metadata = JSON.stringify(prelude);
    stream._onBeforeFirstWrite = (write) => {
      write(metadata);
      write(delimiter);
    };
    return stream;
  },
};
