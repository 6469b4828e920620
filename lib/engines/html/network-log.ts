import { failedHeader, deniedHeader } from '../egress/proxy-report.ts';
import { boundedWarnings, type WarningCode } from '../../base/warnings.ts';
import type { Tab, Traffic } from './chromium/tab.ts';
import { isForbidden } from './page-errors.ts';
import type { PageRequest, PageResponse } from './page-requests.ts';
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
  readonly #traffic: Traffic;
  readonly #warnings = new Map<string, RenderWarning>();
  readonly #pending = new Set<PageRequest>();
  #document: MainDocument | undefined;
  #documentBefore: MainDocument | undefined;
  #navigations = 0;
  #loaded = false;
  #arrival = Promise.withResolvers<undefined>();

  constructor({ session, requests, traffic }: Pick<Tab, 'session' | 'requests' | 'traffic'>) {
    this.#traffic = traffic;
    requests.observe({
      started: (request) => this.#started(request),
      responded: (request, response) => this.#record(request, response),
      finished: (request) => this.#pending.delete(request),
      failed: (request, error) => this.#failed(request, error),
    });
    session.on('Page.loadEventFired', () => this.#arrived());
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      this.add({ code: 'dialog', message: `The page called ${type}(), and the dialog was dismissed.` });
      session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined);
    });
  }

  /** The document that the main frame shows or is loading. */
  get document(): MainDocument | undefined {
    return this.#document;
  }

  /** Resolves when the document that the main frame is loading has arrived or failed. */
  async loaded(): Promise<void> {
    while (!this.#loaded) await this.#arrival.promise;
  }

  /** How many documents the main frame has started to load. */
  get navigations(): number {
    return this.#navigations;
  }

  /** URLs of pending requests, optionally of these types only. */
  pending(...types: string[]): string[] {
    return [...this.#pending]
      .filter((request) => types.length === 0 || types.includes(request.type))
      .map((request) => shortUrl(request.url));
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

  #started(request: PageRequest): void {
    this.#pending.add(request);
    if (!request.isMain) return;
    if (!request.isRedirected) {
      this.#documentBefore = this.#document;
      this.#navigations += 1;
      this.#loaded = false;
    }
    this.#document = { url: request.url };
  }

  #arrived(): void {
    this.#loaded = true;
    this.#arrival.resolve(undefined);
    this.#arrival = Promise.withResolvers();
  }

  #record(request: PageRequest, { status, statusText, header }: PageResponse): void {
    const { url, isMain } = request;
    // Only plain http requests can get the proxy's own responses.
    const isPlain = url.startsWith('http:');
    const denied = isPlain ? header(deniedHeader) : undefined;
    const failed = isPlain ? header(failedHeader) : undefined;
    if (isMain) {
      this.#document = {
        url,
        status,
        statusText,
        ...(denied === undefined ? {} : { denied }),
        ...(failed === undefined ? {} : { failed }),
      };
    } else if (denied !== undefined) this.add(loadWarning('blocked', url));
    else if (failed !== undefined) this.add(loadWarning('failed', url));
    else if (status >= 400 && !url.startsWith(uploadOrigin)) this.add(loadWarning(`http-${status}`, url));
  }

  #failed(request: PageRequest, error: string): void {
    this.#pending.delete(request);
    const { url, isMain } = request;
    const isAborted = error.includes('ERR_ABORTED');
    if (isMain) {
      // A download, or a response without content: the current document stays.
      this.#document = isAborted && this.#documentBefore ? this.#documentBefore : { url, error };
      this.#arrived();
      return;
    }
    // The page itself canceled the request.
    if (isAborted) return;
    const origin = originOf(url);
    const isDenied =
      isForbidden(error) || this.#traffic.denied.some((entry) => originOf(entry.url) === origin);
    this.add(loadWarning(isDenied ? 'blocked' : 'failed', url, error));
  }
}

const meanings: Record<string, string> = {
  blocked: 'is at an address that pages cannot access',
  failed: 'could not be loaded',
};

function loadWarning(code: WarningCode, url: string, error = ''): RenderWarning {
  const what = meanings[code] ?? `returned status ${code.replace('http-', '')}`;
  const name = error.replace(/^net::/, '');
  const why = code === 'failed' && name !== '' ? ` (${name})` : '';
  return { code, message: `${shortUrl(url)} ${what}${why}.`, url: shortUrl(url) };
}

const longestUrl = 500;

/** A URL for messages: without a password, and short, because data: URLs contain whole files. */
function shortUrl(url: string): string {
  const plain = url.replace(/^([a-z]{2,5}:\/\/)[^/?#@]*@/i, '$1');
  return plain.length > longestUrl ? `${plain.slice(0, longestUrl)}…` : plain;
}

/** Host and port; the proxy does not know more of a tunnel. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? (/^(https|wss):$/.test(protocol) ? '443' : '80') : port}`;
}
