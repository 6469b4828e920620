import { Buffer } from 'node:buffer';
import { getBuiltinModule } from 'node:process';
import { responseStream } from './response-stream.mjs';
import { TextMemory } from './text-memory.mjs';

// An `import` would evaluate each export, including all of `fetch`, which Node.js loads lazily: 25 ms of each start.
const { Agent, request } = getBuiltinModule('node:http');

const root = '/2018-06-01/runtime';
const errorType = 'Lambda-Runtime-Function-Error-Type';
const errorBody = 'Lambda-Runtime-Function-Error-Body';

/**
 * The runtime's side of the Lambda Runtime API.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export class RuntimeClient {
  #host;
  #port;
  /** One connection, so that the order of calls is the order in which they arrive. */
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** Of response bodies. The connection has one at a time. */
  #memory = new TextMemory();
  /** An unfinished response must not hold up the report of an error, so responses have another connection. */
  #streams;

  /** @param {string} address `host:port`, the value of `AWS_LAMBDA_RUNTIME_API` */
  constructor(address) {
    [this.#host, this.#port] = address.split(':');
  }

  /** Waits for the next event, however long that takes. */
  nextInvocation() {
    return this.#call('GET', '/invocation/next');
  }

  /**
   * @param {string} requestId
   * @param {string} json the handler's result
   * @returns the status: 202, or 413 for a result over the limit
   */
  async postResponse(requestId, json) {
    const { status } = await this.#call('POST', `/invocation/${requestId}/response`, json);
    return status;
  }

  /**
   * Opens the response of an invocation. Nothing is sent before the first write.
   *
   * @param {string} requestId
   * @param {{ highWaterMark: number | undefined }} options of the connection, in bytes; the first call's count
   * @returns the stream; `done`, which settles when Lambda has taken the whole response; and `fail`, which ends the
   *   stream with an error
   */
  openResponse(requestId, { highWaterMark }) {
    this.#streams ??= new Agent({ keepAlive: true, maxSockets: 1, highWaterMark });
    const stream = responseStream(
      request({
        host: this.#host,
        port: this.#port,
        agent: this.#streams,
        method: 'POST',
        path: `${root}/invocation/${requestId}/response`,
        headers: {
          'Lambda-Runtime-Function-Response-Mode': 'streaming',
          Trailer: [errorType, errorBody],
          'Content-Type': 'application/octet-stream',
        },
      }),
    );
    const done = new Promise((resolve, reject) => {
      stream.on('error', reject);
      stream.on('response', (response) => response.resume().on('close', resolve));
    });
    // It can fail while the handler still runs.
    done.catch(() => undefined);
    return {
      stream,
      done,
      fail: (error) => {
        stream.addTrailers({
          [errorType]: error.errorType.replace(/[^ -~]/g, '?'),
          [errorBody]: Buffer.from(JSON.stringify(error)).toString('base64'),
        });
        stream.end();
      },
    };
  }

  /**
   * @param {string | undefined} requestId the invocation that failed; none means that initialisation did
   * @param {{ errorType: string; errorMessage: string; trace: string[] }} error
   */
  async postError(requestId, error) {
    const path = requestId === undefined ? '/init/error' : `/invocation/${requestId}/error`;
    await this.#call('POST', path, JSON.stringify(error));
  }

  /** @returns {Promise<{ status: number; headers: import('node:http').IncomingHttpHeaders; body: string }>} */
  #call(method, path, json) {
    // As a string, a socket would convert it character by character.
    const body = json === undefined ? undefined : Buffer.from(json);
    const headers =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    return new Promise((resolve, reject) => {
      const options = {
        host: this.#host,
        port: this.#port,
        agent: this.#agent,
        method,
        path: root + path,
        headers,
      };
      const call = request(options, (response) => {
        this.#memory.clear();
        response.on('data', (chunk) => this.#memory.add(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body: this.#memory.toString(),
          }),
        );
      });
      call.on('error', reject);
      call.end(body);
    });
  }
}
