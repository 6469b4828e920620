import type { CDPSession, Protocol } from 'puppeteer-core';
import { failedHeader, deniedHeader } from '../egress/proxy-report.ts';
import type { FailureReason } from '../egress/errors.ts';
import type { Tab, Traffic } from './chromium/tab.ts';
import { type LoadReport, reportLimits, type ReportOptions } from './load-report.ts';
import { originOf } from './network-log.ts';
import type { PageRequest, PageResponse } from './page-requests.ts';
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

/** Collects the outcomes of a page's requests and scripts. */
export class LoadReporter {
  readonly #session: CDPSession;
  readonly #traffic: Traffic;
  readonly #options: ReportOptions;
  readonly #report: LoadReport = { resources: [], failures: [], exceptions: [] };

  constructor({ session, requests, traffic }: Tab, options: ReportOptions) {
    this.#session = session;
    this.#traffic = traffic;
    this.#options = options;
    requests.observe({
      responded: (request, response) => this.#responded(request, response),
      failed: (request, error) => this.#failed(request, error),
    });
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

  #responded(request: PageRequest, { status, header }: PageResponse): void {
    const { url, isMain } = request;
    if (isMain) return;
    // Only plain http requests can get the proxy's own responses.
    const isPlain = url.startsWith('http:');
    const reason = isPlain ? header(failedHeader) : undefined;
    if (isPlain && header(deniedHeader) !== undefined) this.#add(request, denied);
    else if (reason !== undefined) this.#add(request, errorOf[reason as FailureReason]);
    else if (url.startsWith(`${uploadOrigin}/`)) {
      if (status === 404) this.#add(request, 'ERR_FILE_NOT_FOUND');
    } else if (this.#options.resourceStatuses.includes(status)) {
      add(this.#report.resources, { url: url.slice(0, reportLimits.url).toWellFormed(), status });
    }
  }

  #failed(request: PageRequest, error: string): void {
    if (request.isMain || error.includes('ERR_ABORTED')) return;
    this.#add(request, this.#reasonOf(request.url) ?? error.replace(/^net::/, ''));
  }

  /** The proxy's reason for a tunnel that Chromium only reports as failed. */
  #reasonOf(url: string): string | undefined {
    const origin = originOf(url);
    if (this.#traffic.denied.some((entry) => originOf(entry.url) === origin)) return denied;
    const failure = this.#traffic.failed.findLast((entry) => originOf(entry.url) === origin);
    return failure && errorOf[failure.reason];
  }

  #add({ type }: PageRequest, error: string): void {
    add(this.#report.failures, { type, error: `net::${error}` });
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
