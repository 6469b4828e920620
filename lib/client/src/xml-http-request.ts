import { withOrigin } from './response-origin.ts';
import type { OutgoingRequest } from './transport.ts';
import type { Watch } from './watch.ts';

/** The part of the browsers' interface that the client uses; Node.js has no types for it: https://xhr.spec.whatwg.org */
interface BrowserRequest {
  responseType: string;
  readonly status: number;
  readonly statusText: string;
  readonly response: Blob;
  readonly responseURL: string;
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onprogress: (() => void) | null;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob | null): void;
  abort(): void;
}

/** Statuses for which `Response` accepts no body. */
const bodiless = [204, 205, 304];

/**
 * Sends a request with `XMLHttpRequest`: `fetch` in browsers does not report how much of a body has been sent.
 *
 * @throws TypeError when there is no response, or the signal of `watch` aborts
 */
export function byXmlHttpRequest(
  { method, url, headers = {}, body, onSent }: OutgoingRequest,
  watch: Watch,
): Promise<Response> {
  const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => BrowserRequest };
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  return new Promise<Response>((resolve, reject) => {
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      watch.progress();
      watch.notify(() => onSent?.(loaded));
    };
    request.onprogress = () => watch.progress();
    request.onload = () => resolve(responseOf(request, url));
    request.onerror = () => reject(new TypeError(`${method} ${url} failed`));
    request.onabort = request.onerror;
    watch.signal.addEventListener('abort', abort);
    request.send(body ?? null);
  }).finally(() => watch.signal.removeEventListener('abort', abort));
}

function responseOf(request: BrowserRequest, requested: string): Response {
  const { status, statusText, responseURL } = request;
  const content = bodiless.includes(status) ? null : request.response;
  const response = new Response(content, { status, statusText, headers: headersOf(request) });
  return withOrigin(response, { url: responseURL, redirected: responseURL !== requested });
}

const headersOf = (request: BrowserRequest): Headers => {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
};
