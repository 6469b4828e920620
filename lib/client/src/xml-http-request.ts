import type { OutgoingRequest } from './transport.ts';

/** The part of the browsers' interface that the client uses; Node.js has no types for it: https://xhr.spec.whatwg.org */
interface BrowserRequest {
  responseType: string;
  readonly status: number;
  readonly statusText: string;
  readonly response: Blob;
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null };
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
 * @throws TypeError when there is no response, or `signal` aborts
 */
export function byXmlHttpRequest({
  method,
  url,
  headers = {},
  body,
  signal,
  onSent,
}: OutgoingRequest): Promise<Response> {
  const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => BrowserRequest };
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  return new Promise<Response>((resolve, reject) => {
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    request.onload = () => {
      const { status, statusText } = request;
      const content = bodiless.includes(status) ? null : request.response;
      resolve(new Response(content, { status, statusText, headers: headersOf(request) }));
    };
    request.onerror = () => reject(new TypeError(`${method} ${url} failed`));
    request.onabort = request.onerror;
    signal?.addEventListener('abort', abort);
    request.send(body ?? null);
  }).finally(() => signal?.removeEventListener('abort', abort));
}

const headersOf = (request: BrowserRequest): Headers => {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
};
