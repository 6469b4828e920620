import type { CDPSession, Protocol } from 'puppeteer-core';
import type { PageSessions } from './chromium/page-sessions.ts';

/** One request of a page. A redirect is a request of its own. */
export interface PageRequest {
  url: string;
  /** As Chromium names it: `Document`, `Stylesheet`, `Image`, … */
  type: string;
  /** Whether it loads a document of the main frame. */
  isMain: boolean;
  /** Whether it follows a redirect. */
  isRedirected: boolean;
}

export interface PageResponse {
  status: number;
  statusText: string;
  /** The value of a header; names in lower case. */
  header: (name: string) => string | undefined;
}

/** Observes the requests of a page. */
export interface RequestObserver {
  started?(request: PageRequest): void;
  responded?(request: PageRequest, response: PageResponse): void;
  finished?(request: PageRequest): void;
  /** @param error `net::ERR_…`, or empty */
  failed?(request: PageRequest, error: string): void;
}

/** The memory that Chromium may use to keep contents of responses for the protocol, which nobody reads: none. */
const keepsNothing = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/** Follows the requests of a page in all its sessions. */
export class PageRequests {
  readonly #mainFrame: string;
  readonly #ignored: string;
  readonly #observers: RequestObserver[] = [];
  /** Those that have neither finished nor failed, by their ids. */
  readonly #running = new Map<string, PageRequest>();

  /**
   * @param mainFrame the id of the main frame
   * @param ignored a URL whose requests are not the page's
   */
  constructor(mainFrame: string, ignored: string) {
    this.#mainFrame = mainFrame;
    this.#ignored = ignored;
  }

  /** Follows the requests of these sessions. */
  async follow(sessions: PageSessions): Promise<void> {
    await sessions.each((session) => this.#enable(session));
  }

  observe(observer: RequestObserver): void {
    this.#observers.push(observer);
  }

  async #enable(session: CDPSession): Promise<void> {
    session.on('Network.requestWillBeSent', (event) => this.#start(event));
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const request = this.#running.get(requestId);
      if (request) this.#respond(request, response);
    });
    session.on('Network.loadingFinished', ({ requestId }) => {
      const request = this.#end(requestId);
      if (request) for (const observer of this.#observers) observer.finished?.(request);
    });
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      const request = this.#end(requestId);
      if (request) for (const observer of this.#observers) observer.failed?.(request, errorText);
    });
    await session.send('Network.enable', keepsNothing);
  }

  #start({ requestId, loaderId, frameId, type, request, redirectResponse }: Started): void {
    if (request.url === this.#ignored) return;
    const before = this.#running.get(requestId);
    if (before && redirectResponse) {
      this.#respond(before, redirectResponse);
      for (const observer of this.#observers) observer.finished?.(before);
      // Both sessions of a frame that moves to another process report its document.
    } else if (before) return;
    const started: PageRequest = {
      url: `${request.url}${request.urlFragment ?? ''}`,
      type: type ?? 'Other',
      isMain: requestId === loaderId && type === 'Document' && frameId === this.#mainFrame,
      isRedirected: redirectResponse !== undefined,
    };
    this.#running.set(requestId, started);
    for (const observer of this.#observers) observer.started?.(started);
  }

  #respond(request: PageRequest, { status, statusText, headers }: Protocol.Network.Response): void {
    const response: PageResponse = {
      status,
      statusText,
      header: (name) => Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1],
    };
    for (const observer of this.#observers) observer.responded?.(request, response);
  }

  #end(requestId: string): PageRequest | undefined {
    const request = this.#running.get(requestId);
    this.#running.delete(requestId);
    return request;
  }
}

type Started = Protocol.Network.RequestWillBeSentEvent;
