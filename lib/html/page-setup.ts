import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { AppError } from '../app-error.ts';
import type { RenderCookie, RenderRequest } from './render-request.ts';

/** What a picture's page is seen through, and what a PDF's page is before it is printed, in CSS pixels. */
const pdfViewport = { width: 1280, height: 800, deviceScaleFactor: 1 };

/**
 * Sets all that has to be set before a page is loaded.
 *
 * @param url where the page is
 * @throws AppError `invalid-field` for a cookie or header that no browser would take
 */
export async function setUpPage(
  page: Page,
  session: CDPSession,
  request: RenderRequest,
  url: string,
): Promise<void> {
  const options = request.page;
  const media = options.emulatedMediaType ?? (request.format === 'pdf' ? 'print' : 'screen');
  const viewport = request.format === 'pdf' ? pdfViewport : request.image;
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', {
      width: viewport.width,
      height: viewport.height,
      deviceScaleFactor: viewport.deviceScaleFactor,
      mobile: false,
    }),
    session.send('Emulation.setEmulatedMedia', { media }),
    options.javascript ? undefined : session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    options.userAgent === undefined ? undefined : page.setUserAgent({ userAgent: options.userAgent }),
    setCookies(session, options.cookies, url),
  ]);
}

async function setCookies(session: CDPSession, cookies: readonly RenderCookie[], url: string): Promise<void> {
  if (cookies.length === 0) return;
  await session
    .send('Network.setCookies', { cookies: cookies.map((cookie) => cookieParameter(cookie, url)) })
    .catch((cause: unknown) => {
      throw AppError.inField(
        'invalid-field',
        'cookies',
        'a browser would not take them: a name or value has characters that cookies may not have, or the domain is ' +
          "not the page's",
        { cause },
      );
    });
}

function cookieParameter(cookie: RenderCookie, url: string): Protocol.Network.CookieParam {
  const { name, value, domain, path, secure, httpOnly, sameSite, expires } = cookie;
  return {
    name,
    value,
    ...(domain === undefined ? { url } : { domain, path: '/' }),
    ...(path === undefined ? {} : { path }),
    ...(secure === undefined ? {} : { secure }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
    ...(sameSite === undefined ? {} : { sameSite }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/**
 * Sends the extra headers: to the page's own origin only, for they may hold a secret, and nobody else is to get it. An
 * uploaded page has no server of its own; its author names whom it asks, and each of them gets the headers.
 */
export async function sendExtraHeaders(
  page: Page,
  session: CDPSession,
  { source, page: options }: RenderRequest,
): Promise<void> {
  const extra = Object.entries(options.extraHttpHeaders).map(([name, value]) => ({ name, value }));
  if (extra.length === 0) return;
  if (source.kind === 'html') return page.setExtraHTTPHeaders({ ...options.extraHttpHeaders });
  const names = new Set(extra.map(({ name }) => name.toLowerCase()));
  const { origin } = new URL(source.url);
  session.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode }) => {
    if (responseStatusCode !== undefined) return;
    // After a redirect, the headers of before are still there.
    const headers = Object.entries(request.headers)
      .filter(([name]) => !names.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value }));
    const isOwn = URL.canParse(request.url) && new URL(request.url).origin === origin;
    session
      .send('Fetch.continueRequest', { requestId, headers: isOwn ? [...headers, ...extra] : headers })
      .catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}
