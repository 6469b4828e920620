import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import { failedHeader, deniedHeader } from '../egress/proxy-report.ts';
import { boundedWarnings, type WarningCode } from '../../base/warnings.ts';
import type { Traffic } from './chromium/tab.ts';
import { isForbidden } from './page-errors.ts';
import type { RenderWarning } from './render-request.ts';
import { uploadOrigin } from './uploaded-site.ts';

/** The state of the document in the main frame. */
export interface MainDocument {
  url: string;
  status?: number;
  statusText?: string;
  /** The proxy's reason in its own response. */
  denied?: string;
  failed?: string;
  /** Chromium's error, `net::ERR_…`. */
  error?: string;
}

/** The maximum number of warnings per rendering; one more gives the total number. */
const mostWarnings = 50;

/** The maximum number of distinct entries: a page may fail without end. */
const mostKept = 1000;

/** Records the requests of a page and their outcomes. */
export class NetworkLog {
  readonly #page: Page;
  readonly #traffic: Traffic;
  readonly #warnings = new Map<string, RenderWarning>();
  readonly #pending = new Set<HTTPRequest>();
  #document: MainDocument | undefined;
  #documentBefore: MainDocument | undefined;
  #navigations = 0;
  #loaded = false;

  constructor(page: Page, traffic: Traffic) {
    this.#page = page;
    this.#traffic = traffic;
    page.on('request', (request) => this.#started(request));
    page.on('response', (response) => this.#record(response));
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#failed(request));
    page.on('load', () => (this.#loaded = true));
    page.on('dialog', (dialog) => {
      this.add({
        code: 'dialog',
        message: `The page called ${dialog.type()}(), and the dialog was dismissed.`,
      });
      void dialog.dismiss().catch(() => undefined);
    });
  }

  /** The document that the main frame shows or is loading. */
  get document(): MainDocument | undefined {
    return this.#document;
  }

  /** Whether the document has arrived or failed. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** How many documents the main frame has started to load. */
  get navigations(): number {
    return this.#navigations;
  }

  /** URLs of pending requests, optionally of these types only. */
  pending(...types: string[]): string[] {
    return [...this.#pending]
      .filter((request) => types.length === 0 || types.includes(request.resourceType()))
      .map((request) => shortUrl(request.url()));
  }

  add(warning: RenderWarning): void {
    if (this.#warnings.size < mostKept)
      this.#warnings.set(`${warning.code} ${warning.url ?? warning.message}`, warning);
  }

  /** All warnings so far, including the proxy's. */
  warnings(): RenderWarning[] {
    const all = [...this.#warnings.values()];
    const reported = new Set(all.map(({ url }) => originOf(url ?? '')));
    const document = originOf(this.#document?.url ?? '');
    for (const [code, entries] of [
      ['blocked', this.#traffic.denied],
      ['failed', this.#traffic.failed],
    ] as const) {
      for (const { url } of entries) {
        const origin = originOf(url);
        // WebSockets and workers appear only here.
        if (reported.has(origin) || origin === document) continue;
        reported.add(origin);
        all.push(loadWarning(code, url));
      }
    }
    return boundedWarnings(all, mostWarnings);
  }

  #isMain(request: HTTPRequest): boolean {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
  }

  #started(request: HTTPRequest): void {
    this.#pending.add(request);
    for (const redirected of request.redirectChain()) this.#pending.delete(redirected);
    if (!this.#isMain(request)) return;
    if (request.redirectChain().length === 0) {
      this.#documentBefore = this.#document;
      this.#navigations += 1;
      this.#loaded = false;
    }
    this.#document = { url: request.url() };
  }

  #record(response: HTTPResponse): void {
    const request = response.request();
    const status = response.status();
    // Only plain http requests can get the proxy's own responses.
    const headers = response.url().startsWith('http:') ? response.headers() : {};
    const denied = headers[deniedHeader];
    const failed = headers[failedHeader];
    if (this.#isMain(request)) {
      this.#document = {
        url: response.url(),
        status,
        statusText: response.statusText(),
        ...(denied === undefined ? {} : { denied }),
        ...(failed === undefined ? {} : { failed }),
      };
    } else if (denied !== undefined) this.add(loadWarning('blocked', response.url()));
    else if (failed !== undefined) this.add(loadWarning('failed', response.url()));
    else if (status >= 400 && !response.url().startsWith(uploadOrigin))
      this.add(loadWarning(`http-${status}`, response.url()));
  }

  #failed(request: HTTPRequest): void {
    this.#pending.delete(request);
    const error = request.failure()?.errorText ?? '';
    const isAborted = error.includes('ERR_ABORTED');
    if (this.#isMain(request)) {
      this.#loaded = true;
      // A download, or a response without content: the current document stays.
      this.#document =
        isAborted && this.#documentBefore ? this.#documentBefore : { url: request.url(), error };
      return;
    }
    // The page itself canceled the request.
    if (isAborted) return;
    const origin = originOf(request.url());
    const isDenied = isForbidden(error) || this.#traffic.denied.some(({ url }) => originOf(url) === origin);
    this.add(loadWarning(isDenied ? 'blocked' : 'failed', request.url(), error));
  }
}

const said: Record<string, string> = {
  blocked: 'is at an address that pages cannot access',
  failed: 'could not be loaded',
};

function loadWarning(code: WarningCode, url: string, error = ''): RenderWarning {
  const what = said[code] ?? `returned status ${code.replace('http-', '')}`;
  const name = error.replace(/^net::/, '');
  const why = code === 'failed' && name !== '' ? ` (${name})` : '';
  return { code, message: `${shortUrl(url)} ${what}${why}.`, url: shortUrl(url) };
}

const longestUrl = 500;

/** A URL for messages; data: URLs contain whole files. */
const shortUrl = (url: string): string => (url.length > longestUrl ? `${url.slice(0, longestUrl)}…` : url);

/** Host and port; the proxy does not know more of a tunnel. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? (/^(https|wss):$/.test(protocol) ? '443' : '80') : port}`;
}
