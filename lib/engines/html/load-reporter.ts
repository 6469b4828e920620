import type { CDPSession, HTTPRequest, HTTPResponse, Page, Protocol } from 'puppeteer-core';
import { failedHeader, deniedHeader } from '../egress/proxy-report.ts';
import type { FailureReason } from '../egress/errors.ts';
import type { Tab, Traffic } from './chromium/tab.ts';
import { type LoadReport, reportLimits, type ReportOptions } from './load-report.ts';
import { originOf } from './network-log.ts';
import { uploadOrigin } from './uploaded-site.ts';

/** Chromium's errors for what the proxy reports. */
const errorOf: Readonly<Record<FailureReason, string>> = {
  unresolved: 'ERR_NAME_NOT_RESOLVED',
  refused: 'ERR_CONNECTION_REFUSED',
  unreachable: 'ERR_CONNECTION_FAILED',
  timeout: 'ERR_CONNECTION_TIMED_OUT',
  protocol: 'ERR_INVALID_HTTP_RESPONSE',
};

const denied = 'ERR_ACCESS_DENIED';

/** Types whose names differ from puppeteer's by more than the first letter. */
const types: Readonly<Record<string, string>> = {
  xhr: 'XHR',
  texttrack: 'TextTrack',
  eventsource: 'EventSource',
  websocket: 'WebSocket',
  signedexchange: 'SignedExchange',
  cspviolationreport: 'CSPViolationReport',
  fedcm: 'FedCM',
};

/** Collects what a page's requests and scripts come to. */
export class LoadReporter {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #traffic: Traffic;
  readonly #options: ReportOptions;
  readonly #report: LoadReport = { resources: [], failures: [], exceptions: [] };

  constructor({ page, session, traffic }: Tab, options: ReportOptions) {
    this.#page = page;
    this.#session = session;
    this.#traffic = traffic;
    this.#options = options;
    page.on('response', (response) => this.#responded(response));
    page.on('requestfailed', (request) => this.#failed(request));
  }

  /** Begins to listen to exceptions. Pages can detect it. */
  async begin(): Promise<void> {
    if (!this.#options.exceptions) return;
    this.#session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      add(
        this.#report.exceptions,
        exceptionText(exceptionDetails).slice(0, reportLimits.text).toWellFormed(),
      );
    });
    await this.#session.send('Runtime.enable');
  }

  get report(): LoadReport {
    return this.#report;
  }

  #isMain(request: HTTPRequest): boolean {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
  }

  #responded(response: HTTPResponse): void {
    const request = response.request();
    if (this.#isMain(request)) return;
    const url = response.url();
    const status = response.status();
    // Only plain http requests can get the proxy's own responses.
    const headers = url.startsWith('http:') ? response.headers() : {};
    const reason = headers[failedHeader];
    if (headers[deniedHeader] !== undefined) this.#add(request, denied);
    else if (reason !== undefined) this.#add(request, errorOf[reason as FailureReason]);
    else if (url.startsWith(`${uploadOrigin}/`)) {
      if (status === 404) this.#add(request, 'ERR_FILE_NOT_FOUND');
    } else if (this.#options.resourceStatuses.includes(status)) {
      add(this.#report.resources, { url: url.slice(0, reportLimits.url).toWellFormed(), status });
    }
  }

  #failed(request: HTTPRequest): void {
    const error = request.failure()?.errorText ?? '';
    if (this.#isMain(request) || error.includes('ERR_ABORTED')) return;
    this.#add(request, this.#reasonOf(request.url()) ?? error.replace(/^net::/, ''));
  }

  /** The proxy's reason for a tunnel that Chromium only reports as failed. */
  #reasonOf(url: string): string | undefined {
    const origin = originOf(url);
    if (this.#traffic.denied.some((entry) => originOf(entry.url) === origin)) return denied;
    const failure = this.#traffic.failed.findLast((entry) => originOf(entry.url) === origin);
    return failure && errorOf[failure.reason];
  }

  #add(request: HTTPRequest, error: string): void {
    const type = request.resourceType();
    add(this.#report.failures, {
      type: types[type] ?? type.slice(0, 1).toUpperCase() + type.slice(1),
      error: `net::${error}`,
    });
  }
}

function add<T>(list: T[], entry: T): void {
  if (list.length < reportLimits.entries) list.push(entry);
}

function exceptionText({
  text,
  lineNumber,
  columnNumber,
  exception,
}: Protocol.Runtime.ExceptionDetails): string {
  const position = `exception "${text}" (${lineNumber}:${columnNumber})`;
  // A thrown value that is no object has no description.
  const description = exception && (exception.description ?? JSON.stringify(exception.value));
  return description === undefined ? position : `${position}: ${description}`;
}
