import { requireSuccess, readJson } from './responses.ts';
import { attempts } from './attempts.ts';
import { type OperationName, routes } from './routes.ts';
import { randomId } from './multipart.ts';
import type { ResponseBody } from './operation-types.ts';
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
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Called before a retry with the error and the pause in seconds. */
  onRetry?: ((error: Error, pause: number) => void) | undefined;
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

/** Sends single requests to the service and to its storage, and retries them. */
export class Requests {
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #retries: number;
  readonly #transport: Transport;

  constructor({ baseUrl, apiKey, fetch, retries = 4 }: ClientOptions) {
    this.#baseUrl = baseUrl.replace(/(?<!\/)\/+$/, '');
    this.#apiKey = apiKey;
    this.#retries = retries;
    this.#transport = transportOf(fetch);
  }

  /** One request to the service. `read` is part of each attempt. */
  send<T>(
    name: OperationName,
    { id = '', query = {}, headers, body }: RequestParts,
    read: (response: Response) => Promise<T> | T,
    { idempotencyKey = randomId(), onSent, ...options }: SendOptions = {},
  ): Promise<T> {
    const [method, path] = routes[name].split(' ') as [string, string];
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(
      given.map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const request = {
      method,
      url: `${this.#baseUrl}${path.replace('{id}', encodeURIComponent(id))}${search && `?${search}`}`,
      headers: {
        accept: 'application/json',
        ...(this.#apiKey === undefined ? {} : { authorization: `Bearer ${this.#apiKey}` }),
        ...(method === 'POST' && idempotencyKey !== null ? { 'idempotency-key': idempotencyKey } : {}),
        ...headers,
      },
      body,
      onSent,
      signal: options.signal,
    };
    return this.#attempts(async () => read(await requireSuccess(await this.#transport(request))), options);
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
    const request = { method, url, body, signal: options.signal, onSent: options.onSent };
    return this.#attempts(async () => requireSuccess(await this.#transport(request)), options);
  }

  #attempts<T>(attempt: () => Promise<T>, { signal, onRetry }: CallOptions): Promise<T> {
    return attempts(attempt, { retries: this.#retries, signal, onRetry });
  }
}
