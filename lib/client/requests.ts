import { goodAnswer, jsonAnswer } from './answers.ts';
import { attempts } from './attempts.ts';
import { type Answer, type Contracts, routes } from './contracts.ts';
import { randomId } from './multipart.ts';
import { type Transport, transportOf } from './transport.ts';

export interface ClientOptions {
  /** Where the service is, with the stage if it has one: `https://…/prod`. In browsers it may be relative to the page. */
  baseUrl: string;
  /** Needed for everything but `health`. */
  apiKey?: string | undefined;
  /** In place of the platform's. */
  fetch?: typeof fetch | undefined;
  /** Further tries of one request after the first; 4 when absent. */
  retries?: number | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Told before a request is tried again, with the pause in seconds. */
  onRetry?: ((error: Error, pause: number) => void) | undefined;
}

/** What goes into one request besides its route. */
export interface RequestParts {
  /** In place of `{id}` in the path. */
  id?: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: Blob;
}

interface SendOptions extends CallOptions {
  /** Of a POST; one of its own when undefined, and none where it is null: what makes nothing can be asked for again. */
  idempotencyKey?: string | null | undefined;
  onSent?: ((bytes: number) => void) | undefined;
}

/** Sends single requests to the service and to its storage, and again where that can help. */
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

  /** One request to the service; what `read` makes of its answer belongs to each try. */
  send<T>(
    name: keyof Contracts,
    { id = '', query = {}, headers, body }: RequestParts,
    read: (answer: Response) => Promise<T> | T,
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
    return this.#attempts(async () => read(await goodAnswer(await this.#transport(request))), options);
  }

  /** One request to the service that it answers in JSON. */
  json<N extends keyof Contracts>(name: N, parts: RequestParts, options?: SendOptions): Promise<Answer<N>> {
    return this.send(name, parts, jsonAnswer<Answer<N>>, options);
  }

  /** One request to storage, by a URL or form that is signed already. */
  toStorage(method: string, url: string, body: Blob | undefined, options: SendOptions): Promise<Response> {
    const request = { method, url, body, signal: options.signal, onSent: options.onSent };
    return this.#attempts(async () => goodAnswer(await this.#transport(request)), options);
  }

  #attempts<T>(attempt: () => Promise<T>, { signal, onRetry }: CallOptions): Promise<T> {
    return attempts(attempt, { retries: this.#retries, signal, onRetry });
  }
}
