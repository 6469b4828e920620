import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { isObject } from '../is-object.ts';
import type { Credentials } from '../service.ts';
import { verifySignature } from '../sigv4.ts';
import { notAuthenticated, serializationError, SqsError, unsupportedOperation } from './errors.ts';
import type { Operation, Sqs } from './operation.ts';
import type { Input } from './parameters.ts';

/** Room for a 1 MiB batch in which JSON escapes every character. */
const maximumRequestBytes = 8 * 1_048_576;

/** One HTTP request and its response, in the AWS JSON 1.0 protocol. */
export class Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #over = new AbortController();
  readonly #responded: Promise<void>;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.#responded = new Promise((resolve) => {
      response.once('finish', resolve);
      response.once('close', () => {
        this.#over.abort();
        resolve();
      });
    });
  }

  /** Reads the request, runs its operation and writes the response. Never rejects. */
  async run(
    sqs: Sqs,
    operations: Readonly<Record<string, Operation>>,
    credentials: Credentials,
  ): Promise<void> {
    this.#response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    this.#response.setHeader('x-amzn-RequestId', randomUUID());
    try {
      const body = await this.#readBody();
      this.#authenticate(body, credentials);
      const operation = this.#operation(operations);
      this.#response.end(JSON.stringify(await operation(sqs, parse(body), this.#over.signal)));
    } catch (error) {
      // A request that broke off has nobody to respond to.
      if (this.#request.complete) this.#reject(error);
      else this.#request.destroy();
    }
    await this.#responded;
  }

  /** Ends a long poll without messages; drops a request that is still arriving. */
  async end(): Promise<void> {
    this.#over.abort();
    if (!this.#request.complete) this.#request.destroy();
    await this.#responded;
  }

  #operation(operations: Readonly<Record<string, Operation>>): Operation {
    const name = String(this.#request.headers['x-amz-target']).replace(/^AmazonSQS\./, '');
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation === undefined) throw unsupportedOperation(name);
    return operation;
  }

  #authenticate(body: Buffer, credentials: Credentials): void {
    const { method = '', url = '', headers } = this.#request;
    const verification = verifySignature({ method, target: url, headers, body }, credentials, 'sqs');
    if (!verification.ok)
      throw notAuthenticated(verification.code, verification.status, verification.message);
  }

  async #readBody(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of this.#request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // The rest is read and dropped: clients report a response only after they have sent everything.
      if (bytes <= maximumRequestBytes) chunks.push(chunk);
    }
    if (bytes > maximumRequestBytes) throw serializationError('The request is too large.');
    return Buffer.concat(chunks);
  }

  #reject(error: unknown): void {
    if (error instanceof SqsError) {
      this.#response.statusCode = error.status;
      this.#response.setHeader('x-amzn-query-error', `${error.code};Sender`);
      this.#response.end(JSON.stringify({ __type: error.type, message: error.message }));
    } else {
      this.#response.statusCode = 500;
      this.#response.setHeader('x-amzn-query-error', 'InternalFailure;Receiver');
      this.#response.end(
        JSON.stringify({ __type: 'com.amazon.coral.service#InternalFailure', message: String(error) }),
      );
    }
  }
}

function parse(body: Buffer): Input {
  try {
    const input: unknown = JSON.parse(body.toString());
    if (isObject(input)) return input;
  } catch {
    // Same error as for JSON that is not an object.
  }
  throw serializationError('The request body must be a JSON object.');
}
