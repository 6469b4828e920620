import { ConversionClient } from '#lib/client/src/index.ts';
import type { StackAccount } from './account.ts';
import { type CallTimes, operationAt } from './call-times.ts';
import type { FunctionFigures } from './function-figures.ts';
import type { FunctionLogs } from './function-logs.ts';
import type { HookInbox } from './hook-inbox.ts';

export interface TargetOptions {
  /** With the stage, without a trailing slash. */
  baseUrl: string;
  /** Of a Business key: the checks make about 100 conversions, on a fast machine within a minute. */
  key: string;
  freeKey?: string | undefined;
  /** Sent with every call that has that key. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** A public page for `html-url`. Default: a page of the service. */
  pageUrl?: string | undefined;
  /** Receives webhooks. */
  webhookUrl?: string | undefined;
  /** Of the key, to verify webhooks. */
  webhookSecret?: string | undefined;
  /** What has arrived there, if this process listens. */
  inbox?: HookInbox | undefined;
  /** `performance.now()` when the keys were created, if they are new. */
  keysCreatedAt?: number | undefined;
  account?: StackAccount | undefined;
  /** Of the stack. */
  outputs?: Readonly<Record<string, string>> | undefined;
  logs?: FunctionLogs | undefined;
  /** Reads the figures in the logs since the start of the run. */
  figures?: (() => Promise<readonly FunctionFigures[]>) | undefined;
  times: CallTimes;
}

export interface Call {
  method?: string;
  /** The Business key by default, null for none. */
  key?: string | null;
  headers?: Readonly<Record<string, string>>;
  body?: FormData | string;
}

/** The stack under test, as a client and, with credentials, as its operator. */
export class Target {
  readonly options: TargetOptions;
  readonly signal: AbortSignal | undefined;

  constructor(options: TargetOptions, signal?: AbortSignal) {
    this.options = options;
    this.signal = signal;
  }

  /** The same target, with calls that end by `signal`. */
  within(signal: AbortSignal): Target {
    return new Target(this.options, signal);
  }

  /** A client with all its retries. */
  client(key: string = this.options.key): ConversionClient {
    const { baseUrl } = this.options;
    return new ConversionClient({
      baseUrl,
      apiKey: key,
      fetch: (input, init) => {
        const sent = new Headers(init?.headers);
        const url = input instanceof Request ? input.url : String(input);
        const own = url.startsWith(`${baseUrl}/`) ? this.#headersOf(key) : {};
        for (const [name, value] of Object.entries(own)) sent.set(name, value);
        return this.#timed(url, { ...init, headers: sent });
      },
    });
  }

  /** Sends one request, without retries. Does not follow redirects. */
  call(path: string, { method, key = this.options.key, headers = {}, body }: Call = {}): Promise<Response> {
    const { baseUrl } = this.options;
    return this.#timed(`${baseUrl}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...this.#headersOf(key), ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
  }

  /** Fetches the bytes at a presigned URL. */
  async download(url: string): Promise<Uint8Array> {
    const response = await this.#timed(url, {});
    if (!response.ok) throw new Error(`Storage responded with ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  }

  #headersOf(key: string | null): Readonly<Record<string, string>> {
    if (key === null) return {};
    const further = key === this.options.key ? this.options.headers : undefined;
    return { ...further, authorization: `Bearer ${key}` };
  }

  async #timed(url: string, init: RequestInit): Promise<Response> {
    const signals = [init.signal, this.signal].filter((each) => each instanceof AbortSignal);
    const start = performance.now();
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
    const { baseUrl, times } = this.options;
    if (response.status < 400 && url.startsWith(`${baseUrl}/`)) {
      const { pathname, searchParams } = new URL(url.slice(baseUrl.length), 'http://localhost');
      const operation = operationAt(init.method ?? 'GET', pathname);
      // A call that waits takes as long as its job.
      if (operation && !searchParams.has('wait')) times.add(operation, performance.now() - start);
    }
    return response;
  }
}
