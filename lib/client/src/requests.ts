import { attempts } from './attempts.ts';
import { absoluteBaseUrl } from './base-url.ts';
import { randomId } from './multipart.ts';
import type { ResponseBody } from './operation-types.ts';
import { afterRedirect } from './redirects.ts';
import { readJson, requireSuccess } from './responses.ts';
import { type OperationName, routes } from './routes.ts';
import { type Transport, transportOf } from './transport.ts';

export interface ClientOptions {
  /** Address of the service, including the stage if any: `https://…/prod`. In browsers it can be relative to the page. */
  baseUrl: string;
  /** Required for every call but `health`. */
  apiKey?: string | undefined;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Retries of one request after the first attempt. Default: 4. */
  retries?: number | undefined;
  /** Default of `timeout` for all calls. */
  timeout?: number | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Called before a retry with the error and the pause in seconds. */
  onRetry?: ((error: Error, pause: number) => void) | undefined;
  /**
   * Milliseconds without progress after which an attempt fails with `ConnectionError`, in addition to the time that the
   * request asks the service to wait. Sending and receiving bytes is progress. `Infinity` for no limit. Default: 120,000
   * for conversions and uploads, otherwise 30,000.
   */
  timeout?: number | undefined;
}

/** The parts of a request besides its route. */
export interface RequestParts {
  /** Replaces `{id}` in the path. */
  id?: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: Blob;
}

interface SendOptions extends CallOptions {
  /** Key of a POST. Generated when undefined, not sent when null: for calls that are safe to repeat. */
  idempotencyKey?: string | null | undefined;
  onSent?: ((bytes: number) => void) | undefined;
}

/**
 * Default timeout of requests that send a form, in milliseconds. By default, the service responds within 70 seconds after
 * it has received a file. If an operator permits more, retries with the same idempotency key wait for the response.
 */
const sendingTimeout = 120_000;

/** Default timeout of all other requests. */
const plainTimeout = 30_000;

/** Sends single requests to the service and to its storage, and retries them. */
export class Requests {
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #retries: number;
  readonly #timeout: number | undefined;
  readonly #transport: Transport;

  /** @throws TypeError when the base URL or the key cannot be sent */
  constructor({ baseUrl, apiKey, fetch, retries = 4, timeout }: ClientOptions) {
    if (apiKey !== undefined && !/^[\x21-\x7e]*$/.test(apiKey)) {
      throw new TypeError(
        'The API key must consist of printable ASCII characters without spaces and line breaks.',
      );
    }
    this.#baseUrl = absoluteBaseUrl(baseUrl);
    this.#apiKey = apiKey;
    this.#retries = retries;
    this.#timeout = timeout;
    this.#transport = transportOf(fetch);
  }

  /** One request to the service. `read` is part of each attempt. */
  send<T>(
    name: OperationName,
    { id = '', query = {}, headers, body }: RequestParts,
    read: (response: Response) => Promise<T> | T,
    { idempotencyKey = randomId(), onSent, ...options }: SendOptions = {},
  ): Promise<T> {
    const [method, route] = routes[name].split(' ') as [string, string];
    const path = route.replace('{id}', encodeURIComponent(id));
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(
      given.map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const { signal } = options;
    const timeout = this.#timeoutOf(body, options);
    const request = {
      method,
      url: `${this.#baseUrl}${path}${search && `?${search}`}`,
      headers: {
        accept: 'application/json',
        ...(this.#apiKey === undefined ? {} : { authorization: `Bearer ${this.#apiKey}` }),
        ...(method === 'POST' && idempotencyKey !== null ? { 'idempotency-key': idempotencyKey } : {}),
        ...headers,
      },
      body,
      timeout: timeout + secondsToWait(query, headers) * 1000,
      returnsRedirects: true,
      onSent,
      signal,
    };
    const result = (url: string) => this.#transport({ method: 'GET', url, timeout, signal });
    return this.#attempts(async () => {
      const response = await afterRedirect(await this.#transport(request), path, result);
      return read(await requireSuccess(response));
    }, options);
  }

  /** One request to the service whose response is JSON. */
  json<N extends OperationName>(
    name: N,
    parts: RequestParts,
    options?: SendOptions,
  ): Promise<ResponseBody<N>> {
    return this.send(name, parts, readJson<ResponseBody<N>>, options);
  }

  /** One request to storage with a signed URL or form. */
  toStorage(method: string, url: string, body: Blob | undefined, options: SendOptions): Promise<Response> {
    const { signal, onSent } = options;
    const request = { method, url, body, timeout: this.#timeoutOf(body, options), signal, onSent };
    return this.#attempts(async () => requireSuccess(await this.#transport(request)), options);
  }

  #timeoutOf(body: Blob | undefined, { timeout = this.#timeout }: CallOptions): number {
    return timeout ?? (body?.type.startsWith('multipart/') ? sendingTimeout : plainTimeout);
  }

  #attempts<T>(attempt: () => Promise<T>, { signal, onRetry }: CallOptions): Promise<T> {
    return attempts(attempt, { retries: this.#retries, signal, onRetry });
  }
}

/** Seconds that a request asks the service to wait for the end of a job. */
const secondsToWait = (
  { wait }: NonNullable<RequestParts['query']>,
  headers: RequestParts['headers'],
): number => Number(wait ?? /\bwait=(\d+)/.exec(headers?.['prefer'] ?? headers?.['Prefer'] ?? '')?.[1] ?? 0);
